import Glibc
public import Postgres

/// The schema of a database: numbered migrations with checksums, then functions and views replaced whole.
public enum Schema {
    /// The number of the newest migration that this program knows.
    public static var newest: Int { Migration.all.last?.number ?? 0 }

    /// Brings the database to this program's schema, unless it is there already. All of it is one transaction under a
    /// lock, so that two programs at once migrate once and a killed one leaves nothing behind.
    ///
    /// - Throws: `SchemaError` if the server is too old, the database is newer or was made before version 0.1.0, a migration was
    ///   edited after its release, or the user may not migrate.
    public static func migrate(_ connection: borrowing Connection) throws {
        switch try standing(connection) {
        case .current, .hidden: return
        case .missing, .older: break
        }
        try check(serverVersion: try connection.execute(serverVersion).singleInt())
        do {
            try retrying { try migrateOnce(connection) }
        } catch let error as PostgresError where error.sqlState == "42501" {
            throw SchemaError.closed(error)
        }
    }

    /// Of two programs that make the same tables at once, one is told that they are there; and whoever changes rights, if only
    /// in vain, writes the same rows of the catalogue.
    private static func retrying(_ body: () throws -> Void) throws {
        for attempt in 1..<20 {
            do { return try body() } catch let error as PostgresError
                where error.isRetriable || ["23505", "42P06", "42P07"].contains(error.sqlState)
            {
                usleep(UInt32(attempt) * 10_000)
            }
        }
        try body()
    }

    private static func migrateOnce(_ connection: borrowing Connection) throws {
        try connection.transaction { connection in
            // Whoever reads what a migration changes, such as an analyst, is waited for no longer: all others wait behind us.
            try connection.execute(limitWaits)
            try connection.script(SQLFiles.statement("bookkeeping.sql"))
            try connection.execute(Statement("lock schema", "LOCK TABLE bellwether.migration IN EXCLUSIVE MODE"))
            try applyPending(connection)
            try replaceObjects(connection)
            try connection.execute(SQLFiles.statement("queries/take_inventory.sql"))
        }
    }

    /// How a database stands to this program's schema.
    public enum Standing: String, Sendable {
        /// The database has none of it.
        case missing
        /// Migrations, functions or views of this program are not in it yet.
        case older
        case current
        /// Who connects may neither see nor change it, such as an analyst.
        case hidden
    }

    /// How the database stands to this program's schema; two small reads, and the way of nearly every command.
    ///
    /// - Throws: `SchemaError` if the database is newer or was made before version 0.1.0, or a migration was edited after its
    ///   release.
    public static func standing(_ connection: borrowing Connection) throws -> Standing {
        let seen = try connection.execute(standingSeen)
        if let standing = seen.text(0, 0).flatMap(Standing.init(rawValue:)) { return standing }
        let recorded = try read(
            Statement("read applied schema", "SELECT number, sha256 FROM log.applied_schema()"), connection)
        let applied = recorded.filter { $0.number > 0 }
        try check(applied)
        let hasObjects = recorded.contains { $0.number == 0 && $0.sha256 == currentObjects }
        return applied.count == Migration.all.count && hasObjects ? .current : .older
    }

    /// What can be said without what `log.applied_schema()` tells; null where that may be called. It is an object of this
    /// program's schema: without it the database has an older one.
    private static let standingSeen = Statement(
        "find applied schema",
        """
        SELECT CASE
            WHEN EXISTS (
                SELECT
                FROM pg_catalog.pg_proc AS routine
                WHERE routine.proname = 'applied_schema'
                    AND routine.pronamespace = to_regnamespace('log')
                    AND has_schema_privilege(routine.pronamespace, 'USAGE')
                    AND has_function_privilege(routine.oid, 'EXECUTE')
            ) THEN NULL
            WHEN to_regnamespace('bellwether') IS NULL THEN 'missing'
            WHEN has_schema_privilege(to_regnamespace('bellwether')::oid, 'USAGE')
                OR has_schema_privilege(to_regnamespace('log')::oid, 'USAGE') THEN 'older'
            ELSE 'hidden'
        END
        """)

    /// The least server that has what the migrations ask for: multiranges (14), unique nulls (`NULLS NOT DISTINCT`, 15).
    public static let leastServer = 15

    /// Whether a server can hold the schema. `serverVersion`: as its setting `server_version_num`, such as 150004.
    ///
    /// - Throws: `SchemaError` where it is older than `leastServer`.
    package static func check(serverVersion: Int) throws(SchemaError) {
        if serverVersion < leastServer * 10_000 { throw SchemaError.server(serverVersion, least: leastServer) }
    }

    private static let serverVersion = Statement(
        "read server version", "SELECT current_setting('server_version_num')::integer")

    /// Gives the roles of run time their rights anew, with the rights of who owns the schema.
    public static func grant(_ connection: borrowing Connection) throws {
        try retrying {
            try connection.transaction { connection in
                try connection.execute(limitWaits)
                try connection.script(SQLFiles.statement("grants.sql"))
            }
        }
    }

    private static let limitWaits = Statement("limit waits", "SET LOCAL lock_timeout = '60s'")

    private static let currentObjects = Migration.checksum(of: Migration.replaceable).hex

    /// Number and checksum of the migrations that were applied, by number.
    private static func applied(_ connection: borrowing Connection) throws -> [(number: Int, sha256: String)] {
        try read(
            Statement("read migrations", "SELECT number, sha256 FROM bellwether.migration ORDER BY number"), connection)
    }

    private static func read(
        _ statement: Statement, _ connection: borrowing Connection
    ) throws -> [(number: Int, sha256: String)] {
        let result = try connection.execute(statement)
        return try (0..<result.rowCount).map { (try result.int($0, 0) ?? 0, result.text($0, 1) ?? "") }
    }

    /// The number of the last migration of version 0.1.0. Up to it, files that differ from those of a database tell that the
    /// database is older, since nothing of that was released.
    package static let baseline = 4

    /// Whether this program can use a database. `applied`: its migrations, by number, with their checksums.
    ///
    /// - Throws: `SchemaError` if it can't.
    package static func check(_ applied: [(number: Int, sha256: String)], baseline: Int = baseline) throws {
        for (migration, done) in zip(Migration.all, applied) where migration.sha256.hex != done.sha256 {
            throw migration.number <= baseline ? SchemaError.unreleased : SchemaError.edited(migration.path)
        }
        if let last = applied.last, last.number > newest { throw SchemaError.newer(last.number, than: newest) }
    }

    private static func applyPending(_ connection: borrowing Connection) throws {
        let applied = try applied(connection)
        try check(applied)
        for migration in Migration.all.dropFirst(applied.count) {
            try connection.script(SQLFiles.statement(migration.path))
            try connection.execute(
                Statement(
                    "record migration",
                    "INSERT INTO bellwether.migration (number, applied_at, path, sha256) VALUES ($1, now(), $2, $3)"),
                [.int(migration.number), .text(migration.path), .text(migration.sha256.hex)])
        }
    }

    /// Drops the functions of the schemas projection, metric and stats, but for those that an index or another object is made of. PostgreSQL
    /// replaces no function whose columns changed, and what an older program left would stay for ever. The functions that
    /// others call, those of analytics, keep their columns.
    private static let dropInternalFunctions = Statement(
        "drop internal functions",
        """
        DO $do$ BEGIN
            EXECUTE (
                SELECT coalesce(string_agg(format('DROP ROUTINE %s', routine.oid::regprocedure), '; '), 'SELECT 1')
                FROM pg_catalog.pg_proc AS routine
                WHERE routine.pronamespace::regnamespace::text IN ('projection', 'metric', 'stats')
                    AND NOT EXISTS (
                        SELECT FROM pg_catalog.pg_depend AS dependence
                        WHERE dependence.refclassid = 'pg_proc'::regclass AND dependence.refobjid = routine.oid
                    )
            );
        END $do$
        """)

    private static func objectsChecksum(_ connection: borrowing Connection) throws -> String? {
        let result = try connection.execute(Statement("read objects", "SELECT sha256 FROM bellwether.objects"))
        return result.rowCount == 1 ? result.text(0, 0) : nil
    }

    private static func replaceObjects(_ connection: borrowing Connection) throws {
        guard try objectsChecksum(connection) != currentObjects else { return }
        try connection.execute(dropInternalFunctions)
        // Functions name each other in any order.
        try connection.execute(Statement("defer bodies", "SET LOCAL check_function_bodies = off"))
        for path in Migration.replaceable { try connection.script(SQLFiles.statement(path)) }
        try connection.execute(
            Statement(
                "record objects",
                """
                INSERT INTO bellwether.objects (only_row, sha256) VALUES (true, $1)
                ON CONFLICT (only_row) DO UPDATE SET sha256 = excluded.sha256
                """),
            [.text(currentObjects)])
    }
}
