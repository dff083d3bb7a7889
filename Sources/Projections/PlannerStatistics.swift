import EventLog
import Postgres

/// The statistics of PostgreSQL's planner. They hold sample values of rows, including ids of installations and apps, so
/// they must be renewed after rows were deleted for good.
enum PlannerStatistics {
    /// Runs ANALYZE on every table with such ids, so that the statistics keep no deleted values. Call it
    /// outside a transaction, so that each table is locked only while it is analyzed.
    static func renew(_ connection: borrowing Connection) throws {
        for _ in 1..<attempts {
            do { return try renewOnce(connection) } catch let error as PostgresError
                where ["3F000", "42P01"].contains(error.sqlState)
            {
                // A rebuild has swapped or dropped some of the tables meanwhile.
            }
        }
        try renewOnce(connection)
    }

    /// Runs ANALYZE on the tables that changed much, each in its own transaction. Autovacuum does the same, but not for
    /// partitioned tables, and it seldom comes to a private server, which stops after each command.
    static func renewChanged(_ connection: borrowing Connection) throws {
        // What this session changed counts only once it is reported to the server.
        try connection.execute(Statement("report changes", "SELECT pg_stat_force_next_flush()"))
        let changed = try connection.execute(Statement("find changed tables", "SELECT projection.changed_tables()"))
        for row in 0..<changed.rowCount {
            try connection.execute(
                Statement("analyze table", "SELECT projection.analyze_table($1)"), [.text(changed.text(row, 0) ?? "")])
        }
    }

    private static let attempts = 10

    private static func renewOnce(_ connection: borrowing Connection) throws {
        let tables = try connection.execute(tables)
        for row in 0..<tables.rowCount {
            try connection.script(Statement(file: "renew statistics", text: "ANALYZE \(tables.text(row, 0) ?? "")"))
        }
        try connection.script(SQLFiles.statement("erasure/7_statistics.sql"))
    }

    /// Leaves out partitions: ANALYZE of the partitioned table includes them.
    private static let tables = Statement(
        "find tables with ids",
        """
        SELECT kept.name FROM log.tables_with_ids() AS kept
        WHERE NOT kept.is_partition
        ORDER BY kept.name
        """)
}
