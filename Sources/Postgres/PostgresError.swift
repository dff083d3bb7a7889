/// A failure in communication with PostgreSQL. It never contains a value that was sent or stored.
public struct PostgresError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Sendable, Hashable {
        /// The server could not be reached, or the connection to it broke.
        case connection
        /// A pooler between this program and the server gives each transaction to another session of the server.
        case pooled
        /// The server rejected a statement; `sqlState` says why.
        case server
        /// The statement was cancelled at our request (SQLSTATE 57014).
        case cancelled
        /// The result does not have the shape that the program expects: a defect of the program.
        case unexpected
    }

    public let kind: Kind
    /// The five-character code of PostgreSQL's appendix A, such as `23505`; nil if the error is not from the server.
    public let sqlState: String?
    /// The message of the server or libpq, without any values that it quoted.
    public let message: String
    /// The name of the violated constraint, if any.
    public let constraint: String?
    /// The name of the statement that failed.
    public let statement: String

    /// Creates an error of `statement`.
    public init(kind: Kind, sqlState: String? = nil, message: String, constraint: String? = nil, statement: String) {
        self.kind = kind
        self.sqlState = sqlState
        // libpq's messages about a lost connection have several lines.
        self.message = message.split(whereSeparator: \.isNewline)
            .map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }.joined(separator: " ")
        self.constraint = constraint
        self.statement = statement
    }

    /// Whether retrying the same transaction may succeed: after a deadlock (40P01), after a serialization failure
    /// (40001), and if another session changed the same row of the system catalog at the same time. That error has only
    /// the general code XX000, so it is recognised by its message. In all three cases the transaction has left no
    /// trace.
    public var isRetriable: Bool {
        sqlState == "40P01" || sqlState == "40001"
            || sqlState == "XX000" && message.hasPrefix("tuple concurrently ")
    }

    /// Whether the server, or what stands before it, is at fault whatever is asked of it: an error of its system or
    /// files (class 58), damaged data (XX001, XX002), a library that it can't load, or a pooler.
    public var isServerTrouble: Bool {
        kind == .pooled || sqlState?.hasPrefix("58") == true || ["XX001", "XX002"].contains(sqlState)
            || isOfUnloadableLibrary
    }

    /// Whether the server could not load a library, for example because its packages were upgraded while it ran:
    /// stopping and starting it mends that. The code depends on the system call that ran last, so this reads the
    /// message, which names the file in every language.
    public var isOfUnloadableLibrary: Bool {
        guard let sqlState else { return false }
        return (["XX000", "42501"].contains(sqlState) || sqlState.hasPrefix("58"))
            && (message.contains(".so") || message.contains("$libdir/"))
    }

    /// Whether the server that was asked could not reach a node of its cluster, or lost it in the middle of a
    /// statement: class 08, or the node's own shutdown, or libpq's message, for which Citus has no code.
    var isOfLostNode: Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState)
            || message.hasPrefix("failure on connection marked as essential")
            || message.hasPrefix("server closed the connection unexpectedly")
    }

    /// Whether a part of a cluster was at another position than the coordinator, or its node had not prepared it for
    /// readers.
    public var isOfUnevenParts: Bool { sqlState == "BW003" }

    /// Whether the session's lock timeout expired (55P03).
    public var isLockTimeout: Bool { sqlState == "55P03" }

    public var description: String {
        let state = sqlState.map { " (SQLSTATE \($0))" } ?? ""
        return "\(statement): \(message)\(state)"
    }
}
