import EventLog
import Postgres

/// The statistics from which the server plans: they hold values of the rows that they were taken of, ids of installations
/// among them.
enum PlannerStatistics {
    /// Takes them anew of every table with rows of installations, so that nothing of what is gone stays in them. Outside of a
    /// transaction: each table is locked for its own time alone.
    static func renew(_ connection: borrowing Connection) throws {
        for _ in 1..<attempts {
            do { return try renewOnce(connection) } catch let error as PostgresError
                where ["3F000", "42P01"].contains(error.sqlState)
            {
                // A rebuild has put its tables in the place of others meanwhile, or dropped them.
            }
        }
        try renewOnce(connection)
    }

    private static let attempts = 10

    private static func renewOnce(_ connection: borrowing Connection) throws {
        let tables = try connection.execute(tables)
        for row in 0..<tables.rowCount {
            try connection.script(Statement(file: "renew statistics", text: "ANALYZE \(tables.text(row, 0) ?? "")"))
        }
        try connection.script(SQLFiles.statement("erasure/7_statistics.sql"))
    }

    /// A partitioned table stands for its partitions.
    private static let tables = Statement(
        "find tables of installations",
        """
        SELECT kept.name FROM log.tables_of_installations() AS kept
        WHERE NOT kept.is_partition
        ORDER BY kept.name
        """)
}
