import Postgres

extension Failure {
    /// Creates the failure for an error of PostgreSQL or of the connection to it.
    init(_ error: PostgresError) {
        switch error.kind {
        case .connection: self.init(status: 69, description: Self.absence(error))
        case .pooled:
            self.init(
                status: 69,
                description: """
                    A connection pooler, such as PgBouncer, stands before the server and gives each transaction to another \
                    of its sessions: name the server itself in --database-url or DATABASE_URL, or set pool_mode = session.
                    """)
        // A signal to this program is handled before.
        case .cancelled where !Task.isCancelled:
            self.init(
                status: Self.locked,
                description: """
                    Another session ended a statement of this program (\(error.message)): find out who does that, and run \
                    this again.
                    """)
        case .cancelled: self.init(status: 130, description: "Interrupted.")
        case .server: self = Self.refusal(error) ?? .defect(error)
        case .unexpected: self = .defect(error)
        }
    }

    /// The failure for an error that the server gave for its own reasons, or those of its administrator; nil for any
    /// other.
    private static func refusal(_ error: PostgresError) -> Failure? {
        if error.isServerTrouble { return Failure(status: 69, description: trouble(error)) }
        if error.isOfUnevenParts {
            return Failure(
                status: locked,
                description: """
                    A step is running, or a node of the cluster was lost in one (\(error.message)): run \
                    `bellwether project`, then run this again.
                    """)
        }
        if error.isLockTimeout || error.isRetriable {
            return Failure(
                status: locked,
                description: """
                    Another session holds a lock that this needs, or changed the same rows first (\(error.message)): wait for \
                    it or end it, then run this again.
                    """)
        }
        if error.sqlState?.hasPrefix("53") == true {
            return Failure(
                status: 69,
                description: "The database is out of resources (\(error.message)): free some, then run this again.")
        }
        guard error.sqlState == "42501" else { return nil }
        return Failure(
            status: 69,
            description: """
                The database user lacks permission for this (\(error.message)): connect as the owner of the database, who \
                may do everything; if a role lost a right, `bellwether doctor --grant` run by the owner restores it.
                """)
    }

    /// The sentence for a server that is in trouble itself.
    private static func trouble(_ error: PostgresError) -> String {
        let restart = """
            stop and start it (the private server with `bellwether server stop`; the next command starts it)
            """
        return error.isOfUnloadableLibrary
            ? """
            The server can't load one of its own libraries (\(error.message)), as after PostgreSQL's packages were upgraded while \
            it ran: \(restart), then run this again.
            """
            : """
            The server can't read or write its own files (\(error.message)): see its log and its disk, \(restart), then run \
            this again; if data are damaged, restore a backup.
            """
    }

    /// The sentence for a connection that could not be made or is of no use. libpq returns no SQLSTATE for a failed
    /// connection, so this reads the server's message, in English.
    private static func absence(_ error: PostgresError) -> String {
        let message = error.message
        if let sentence = missing(message) { return sentence }
        if error.sqlState == "25006" {
            return """
                The database takes no writes (\(message)): connect to the primary, or unset default_transaction_read_only \
                for the database and its roles, then run this again.
                """
        }
        if message.contains(/too many (clients|connections)|connection slots/) {
            return """
                The server has no free connection (\(message)): end some, or raise max_connections or the limit of the \
                login, then run this again.
                """
        }
        if message.contains(/authentication failed|no pg_hba.conf entry|no password supplied/) {
            return """
                The server refuses the login (\(message)): correct the user and the password in --database-url, \
                DATABASE_URL or ~/.pgpass, or allow it in the server's pg_hba.conf.
                """
        }
        if message.contains(/database system is (starting up|in recovery|not yet accepting|shutting down)/) {
            return "The server is starting or stopping (\(message)): wait until it has started, then run this again."
        }
        return """
            The database is out of reach (\(message)): check that it runs and that --database-url or DATABASE_URL names \
            it, then run this again.
            """
    }

    /// Returns a sentence if the server has no such database or role, nil otherwise.
    private static func missing(_ message: String) -> String? {
        guard let found = message.firstMatch(of: /(database|role) "([^"]+)" does not exist/)?.output else { return nil }
        let name = String(found.2)
        let word = name.wholeMatch(of: /[\w.-]+/) == nil ? "'\(name)'" : name
        return found.1 == "database"
            ? """
            The database "\(name)" does not exist: create it with `createdb \(word)` on its server, or name another with \
            --database-url or DATABASE_URL.
            """
            : """
            The role "\(name)" does not exist: create it with `createuser \(word)` on the server, or name another user in \
            --database-url or DATABASE_URL.
            """
    }
}
