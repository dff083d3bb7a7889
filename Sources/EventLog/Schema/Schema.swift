import Glibc
public import Postgres

/// Manages the schema of a database: numbered migrations with checksums, followed by functions and views that are
/// replaced as a whole.
public enum Schema {
    /// The number of the newest migration that this program knows.
    public static var newest: Int { Migration.all.last?.number ?? 0 }

    /// Migrates the database to this program's schema if needed. Everything happens in one transaction under a lock, so
    /// two programs at the same time migrate once, and a killed program leaves nothing half done. Only event types that an
    /// older database lacks are added before, because no transaction can use types that it added.
    ///
    /// - Throws: `SchemaError` if the server is too old, the database has another encoding than UTF-8, is newer or was made
    ///   before version 0.1.0, a migration was edited after its release, a schema with one of the names is another
    ///   program's, or the user may not migrate.
    public static func migrate(_ connection: borrowing Connection) throws {
        try check(encoding: connection.serverEncoding)
        let standing = try standing(connection)
        guard standing == .missing || standing == .older else { return }
        try check(serverVersion: try connection.execute(serverVersion).singleInt())
        do {
            try retrying {
                if standing == .older { try alone(connection, addEventTypes) }
                try alone(connection) { connection in
                    try addEventTypes(connection)
                    try applyPending(connection)
                    try replaceObjects(connection)
                    try connection.execute(SQLFiles.statement("queries/take_inventory.sql"))
                }
            }
        } catch let error as PostgresError where error.sqlState == "42501" {
            throw SchemaError.closed(error)
        } catch let error as PostgresError where ["42P13", "42P16"].contains(error.sqlState) {
            // A function or view of analytics has other columns here. Released ones keep theirs.
            throw SchemaError.unreleased
        } catch let error as PostgresError where error.sqlState == "42P06" {
            throw SchemaError.foreign(error)
        }
    }

    /// Retries `body`. If two programs create the same tables at the same time, one gets "already exists" or a unique
    /// violation. Two that grant rights collide too, since even a GRANT without effect updates rows of the catalogue.
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

    private static func addEventTypes(_ connection: borrowing Connection) throws {
        try connection.script(SQLFiles.statement("event_types.sql"))
    }

    /// Runs `body` in a transaction in which no other program migrates.
    private static func alone(
        _ connection: borrowing Connection, _ body: (borrowing Connection) throws -> Void
    ) throws {
        try connection.transaction { connection in
            // Limits how long to wait for sessions that use these tables, such as an analyst's: while we wait,
            // everybody else queues after us.
            try connection.execute(limitWaits)
            try connection.execute(Parts.withoutPropagation)
            try connection.script(SQLFiles.statement("bookkeeping.sql"))
            try connection.execute(Statement("lock schema", "LOCK TABLE bellwether.migration IN EXCLUSIVE MODE"))
            try body(connection)
        }
    }

    /// A database's schema compared with this program's.
    public enum Standing: String, Sendable {
        /// The database has nothing of it.
        case missing
        /// The database lacks migrations, functions or views of this program.
        case older
        case current
        /// The login may neither see nor change it, for example an analyst.
        case hidden
    }

    /// Compares the database's schema with this program's, with two small reads. Nearly every command does this first.
    ///
    /// - Throws: `SchemaError` if the database is newer or was made before version 0.1.0, or a migration was edited
    ///   after its release.
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

    private static let standingSeen = SQLFiles.statement("queries/find_standing.sql")

    /// The oldest PostgreSQL that the migrations work with: multiranges need 14, `NULLS NOT DISTINCT` needs 15.
    public static let leastServer = 15

    /// Checks that the server is new enough. `serverVersion`: its setting `server_version_num`, such as 150004.
    ///
    /// - Throws: `SchemaError` if it is older than `leastServer`.
    package static func check(serverVersion: Int) throws(SchemaError) {
        if serverVersion < leastServer * 10_000 { throw SchemaError.server(serverVersion, least: leastServer) }
    }

    /// Checks that the database can store every text. `encoding`: PostgreSQL's name of the database's encoding.
    ///
    /// - Throws: `SchemaError` if it is not UTF-8.
    package static func check(encoding: String) throws(SchemaError) {
        if encoding != "UTF8" { throw SchemaError.encoding(encoding) }
    }

    private static let serverVersion = Statement(
        "read server version", "SELECT current_setting('server_version_num')::integer")

    /// Grants the runtime roles their rights again; needs the rights of the schema's owner.
    public static func grant(_ connection: borrowing Connection) throws {
        try retrying {
            try connection.transaction { connection in
                try connection.execute(limitWaits)
                try connection.script(SQLFiles.statement("grants.sql"))
            }
        }
    }

    private static let limitWaits = Statement("limit waits", "SET LOCAL lock_timeout = '60s'")

    private static let currentObjects = Migration.checksum(of: ["event_types.sql"] + Migration.replaceable).hex

    /// Returns number and checksum of the applied migrations, by number.
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

    /// The last migration of version 0.1.0. If a migration up to this one differs from the database's, the database is
    /// from before 0.1.0, because released migrations are not edited.
    package static let baseline = 4

    /// Checks that this program can use a database. `applied`: its migrations with their checksums, by number.
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

    private static let dropInternalFunctions = SQLFiles.statement("queries/drop_internal_functions.sql")

    private static func objectsChecksum(_ connection: borrowing Connection) throws -> String? {
        let result = try connection.execute(Statement("read objects", "SELECT sha256 FROM bellwether.objects"))
        return result.rowCount == 1 ? result.text(0, 0) : nil
    }

    /// Replaces functions, views and rights if others were applied, or `always`.
    static func replaceObjects(_ connection: borrowing Connection, always: Bool = false) throws {
        guard try always || objectsChecksum(connection) != currentObjects else { return }
        try connection.execute(dropInternalFunctions)
        // Functions may call functions that are created later.
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
