public import Postgres

/// The database role of a session, which decides what it may do; see `sql/grants.sql`.
public enum Role: String, Sendable {
    case ingest = "bellwether_ingest"
    case project = "bellwether_project"
    case analyst = "bellwether_analyst"

    /// A schema that the role can use once it has been granted its rights.
    fileprivate var schema: String { self == .analyst ? "analytics" : "log" }

    /// A right that a login which does without the role needs at least.
    fileprivate var leastRight: (schema: String, table: String, privilege: String) {
        switch self {
        case .ingest: ("log", "permission_event", "INSERT")
        case .project: ("projection", "checkpoint", "UPDATE")
        case .analyst: ("analytics", "runs", "SELECT")
        }
    }
}

/// A database with this program's schema.
public struct Database: Sendable {
    public let target: ConnectionTarget

    /// Connects to `target` and migrates its schema if it is older than the program's.
    ///
    /// - Parameter distributing: whether the caller distributes the database, so that this may be only half done.
    /// - Throws: `PostgresError` if the database can't be reached, `SchemaError` if it can't be used.
    public init(migrating target: ConnectionTarget, distributing: Bool = false) async throws {
        self.target = target
        let session = try await Session.connect(to: target)
        try await session.run { connection in
            try Schema.migrate(connection)
            if !distributing { try Parts.renewIfNeeded(connection) }
        }
        await session.close()
    }

    /// Returns whether the login may take the role and the role has been granted its rights.
    public func has(_ role: Role) async throws -> Bool {
        let session = try await Session.connect(to: target)
        let isThere = try await session.run { try Self.take(role, $0) }
        await session.close()
        return isThere
    }

    /// Opens a session with only the rights of its role. If the login can't take the role but has its rights, for
    /// example because the owner could not create the roles, the session has the login's rights. `lockTimeout`: how
    /// long to wait for a lock before 55P03 is thrown. By default there is no limit, except 60 s for the role `ingest`,
    /// because nobody has a reason to block writers longer. The server ends a session of that role that leaves a
    /// transaction open for 60 s: none waits for input in one, so its program is suspended and keeps others waiting.
    ///
    /// - Throws: `SchemaError` that names the role if the login has not its rights.
    public func session(as role: Role, lockTimeout: Duration? = nil) async throws -> Session {
        let lockTimeout = lockTimeout ?? (role == .ingest ? .seconds(60) : .zero)
        return try await Session.connect(to: target) { connection in
            if try !Self.take(role, connection) { try Self.requireRights(of: role, connection) }
            try connection.execute(
                Statement(
                    "limit waits",
                    """
                    SELECT
                        set_config('lock_timeout', $1, false),
                        set_config('idle_in_transaction_session_timeout', $2, false)
                    """),
                [
                    .text("\(Int((lockTimeout / .milliseconds(1)).rounded(.up)))ms"),
                    .text(role == .ingest ? "60s" : "0"),
                ])
        }
    }

    /// Takes the role. Returns false if it does not exist, may not be taken or has no rights yet.
    private static func take(_ role: Role, _ connection: borrowing Connection) throws -> Bool {
        let taken = try connection.execute(
            Statement(
                "take role",
                """
                SELECT set_config('role', $1, false)
                -- By its number: the functions raise an error for the name of a role that was dropped meanwhile.
                FROM (SELECT to_regrole($1)::oid AS role) AS named
                WHERE has_schema_privilege(named.role, $2, 'USAGE') AND pg_has_role(
                    named.role,
                    -- Since 16 a member may lack the right to take the role. Older servers refuse the word.
                    CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END
                )
                """),
            [.text(role.rawValue), .text(role.schema)])
        return taken.rowCount == 1
    }

    /// Throws if the login has not the rights of the role.
    private static func requireRights(of role: Role, _ connection: borrowing Connection) throws {
        let right = role.leastRight
        let found = try connection.execute(
            Statement(
                "find rights",
                """
                SELECT quote_ident(current_user), coalesce(pg_has_role(
                    to_regrole($1)::oid,
                    CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END
                ), false), EXISTS (
                    SELECT
                    FROM pg_class AS relation
                    WHERE relation.relnamespace = to_regnamespace($2)
                        AND relation.relname = $3
                        AND has_schema_privilege(relation.relnamespace, 'USAGE')
                        AND has_table_privilege(relation.oid, $4)
                        AND has_schema_privilege(to_regnamespace($5)::oid, 'USAGE')
                )
                """),
            [
                .text(role.rawValue), .text(right.schema), .text(right.table), .text(right.privilege),
                .text(role.schema),
            ])
        guard try found.bool(0, 2) != true else { return }
        throw SchemaError.lacking(role, found.text(0, 0) ?? "", isMember: try found.bool(0, 1) == true)
    }
}
