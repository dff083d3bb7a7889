/// What failed while talking to PostgreSQL. It never holds a value that was sent or stored.
public struct PostgresError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where the failure arose.
    public enum Kind: Sendable, Hashable {
        /// The server could not be reached, or the connection to it broke.
        case connection
        /// The server refused a statement; `sqlState` says why.
        case server
        /// The statement was interrupted at our request (SQLSTATE 57014).
        case cancelled
        /// The answer was not of the shape that the program expects: a defect of ours.
        case unexpected
    }

    public let kind: Kind
    /// The five characters of PostgreSQL's appendix A, such as `23505`; nil where the server did not speak.
    public let sqlState: String?
    /// What the server or libpq said, without the values it named.
    public let message: String
    /// The constraint that was violated, if one was.
    public let constraint: String?
    /// The name of the statement that failed.
    public let statement: String

    /// An error of `statement`; `kind` follows from `sqlState` where there is one.
    public init(kind: Kind, sqlState: String? = nil, message: String, constraint: String? = nil, statement: String) {
        self.kind = kind
        self.sqlState = sqlState
        self.message = message
        self.constraint = constraint
        self.statement = statement
    }

    /// Whether the same transaction may succeed when it is run again: a deadlock (40P01), a serialization failure (40001), or a
    /// row of the catalogue that somebody else changed meanwhile (an XX000 of its own words), after which nothing of it remains.
    public var isRetriable: Bool {
        sqlState == "40P01" || sqlState == "40001"
            || sqlState == "XX000" && message.hasPrefix("tuple concurrently ")
    }

    /// Whether a lock was waited for as long as the session may (55P03).
    public var isLockTimeout: Bool { sqlState == "55P03" }

    public var description: String {
        let state = sqlState.map { " (SQLSTATE \($0))" } ?? ""
        return "\(statement): \(message)\(state)"
    }
}
