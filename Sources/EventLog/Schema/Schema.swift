public import Postgres

/// The schema of a database: numbered migrations with checksums, then functions and views replaced whole.
public enum Schema {
    /// The number of the newest migration that this program knows.
    public static var newest: Int { Migration.all.last?.number ?? 0 }

    /// Brings the database to this program's schema, unless it is there already. All of it is one transaction under an
    /// advisory lock, so that two programs at once migrate once and a killed one leaves nothing behind.
    ///
    /// - Throws: `SchemaError` where the database is newer or a landed migration was edited.
    public static func migrate(_ connection: borrowing Connection) throws {
        if try isCurrent(connection) { return }
        try connection.transaction { connection in
            try connection.execute(AdvisoryLock.migrate.exclusive)
            try connection.script(bookkeeping)
            try applyPending(connection)
            try replaceObjects(connection)
        }
    }

    /// Whether nothing is to be done; two small reads, and the way of nearly every command.
    private static func isCurrent(_ connection: borrowing Connection) throws -> Bool {
        let exists = try connection.execute(
            Statement("find migrations", "SELECT to_regclass('bellwether.objects') IS NOT NULL"))
        guard try exists.bool(0, 0) == true else { return false }
        let applied = try applied(connection)
        try check(applied)
        let objects = try objectsChecksum(connection)
        return applied.count == Migration.all.count && objects == currentObjects
    }

    private static let currentObjects = hex(Migration.checksum(of: Migration.replaceable))

    private static let bookkeeping = Statement(
        "migration bookkeeping",
        """
        CREATE SCHEMA IF NOT EXISTS bellwether;
        CREATE TABLE IF NOT EXISTS bellwether.migration (
            number integer PRIMARY KEY,
            applied_at timestamptz NOT NULL,
            path text NOT NULL,
            sha256 text NOT NULL
        );
        CREATE TABLE IF NOT EXISTS bellwether.objects (
            only_row boolean PRIMARY KEY CHECK (only_row),
            sha256 text NOT NULL
        )
        """)

    /// Number and checksum of what was applied, by number.
    private static func applied(_ connection: borrowing Connection) throws -> [(number: Int, sha256: String)] {
        let result = try connection.execute(
            Statement("read migrations", "SELECT number, sha256 FROM bellwether.migration ORDER BY number"))
        return try (0..<result.rowCount).map { (try result.int($0, 0) ?? 0, result.text($0, 1) ?? "") }
    }

    private static func check(_ applied: [(number: Int, sha256: String)]) throws {
        if let last = applied.last, last.number > newest { throw SchemaError.newer(last.number, than: newest) }
        for (migration, done) in zip(Migration.all, applied) where hex(migration.sha256) != done.sha256 {
            throw SchemaError.edited(migration.path)
        }
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
                [.int(migration.number), .text(migration.path), .text(hex(migration.sha256))])
        }
    }

    /// Drops the functions of the schema projection, but for those that an index or another object is made of. PostgreSQL
    /// replaces no function whose columns changed, and what an older program left would stay for ever. The functions that
    /// others call, those of analytics, keep their columns.
    private static let dropInternalFunctions = Statement(
        "drop internal functions",
        """
        DO $do$ BEGIN
            EXECUTE (
                SELECT coalesce(string_agg(format('DROP ROUTINE %s', routine.oid::regprocedure), '; '), 'SELECT 1')
                FROM pg_catalog.pg_proc AS routine
                WHERE routine.pronamespace = 'projection'::regnamespace
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

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}
