public import Postgres

/// What a session is for, and so what it may do; see `sql/grants.sql`.
public enum Role: String, Sendable {
    case ingest = "bellwether_ingest"
    case project = "bellwether_project"
    case analyst = "bellwether_analyst"

    /// A schema that the role can use if it was granted anything.
    fileprivate var schema: String { self == .analyst ? "analytics" : "log" }
}

/// A database with this program's schema.
public struct Database: Sendable {
    public let target: ConnectionTarget

    /// The database at `target`, migrated if its schema is older than the program's.
    ///
    /// - Throws: `PostgresError` where it can't be reached, `SchemaError` where it can't be used.
    public init(migrating target: ConnectionTarget) async throws {
        self.target = target
        let session = try await Session.connect(to: target)
        try await session.run { try Schema.migrate($0) }
        await session.close()
    }

    /// Whether whoever connects may take a role that was granted what it needs.
    public func has(_ role: Role) async throws -> Bool {
        let session = try await Session.connect(to: target)
        let isThere = try await session.run { try Self.take(role, $0) }
        await session.close()
        return isThere
    }

    /// A session with no more rights than its role needs. Where the roles could not be made it has those of the user who
    /// connects. `lockTimeout`: how long it waits for a lock, then 55P03 is thrown; nil: as long as it takes, but a minute for
    /// who writes the log, which nobody has reason to keep from it for so long.
    public func session(as role: Role, lockTimeout: Duration? = nil) async throws -> Session {
        let lockTimeout = lockTimeout ?? (role == .ingest ? .seconds(60) : .zero)
        return try await Session.connect(to: target) { connection in
            _ = try Self.take(role, connection)
            // Lets the server notice within a second that this program is gone (PostgreSQL 14 and later).
            try connection.execute(
                Statement(
                    "watch client",
                    """
                    SELECT set_config('client_connection_check_interval', '1s', false)
                    FROM pg_settings WHERE name = 'client_connection_check_interval'
                    """))
            try connection.execute(
                Statement("limit waits", "SELECT set_config('lock_timeout', $1, false)"),
                [.text("\(lockTimeout.components.seconds)s")])
        }
    }

    /// Takes a role; false where it is not there to be taken.
    private static func take(_ role: Role, _ connection: borrowing Connection) throws -> Bool {
        let taken = try connection.execute(
            Statement(
                "take role",
                """
                SELECT set_config('role', $1, false)
                -- By its number: of a name that is gone meanwhile the functions would be an error, whosever it is.
                FROM (SELECT to_regrole($1)::oid AS role) AS named
                WHERE pg_has_role(named.role, 'MEMBER') AND has_schema_privilege(named.role, $2, 'USAGE')
                """),
            [.text(role.rawValue), .text(role.schema)])
        return taken.rowCount == 1
    }
}
