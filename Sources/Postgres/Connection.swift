import CPostgres

/// A connection to a PostgreSQL server, closed when its owner releases it. Every call blocks the calling thread.
public struct Connection: ~Copyable {
    let handle: OpaquePointer

    /// Connects, and sets up the session so that no configuration of the server or the user changes results: UTF-8,
    /// UTC, ISO dates, exact floats, names resolved only in `pg_catalog`, and transactions that are read committed.
    /// Timeouts are off, except those that detect a host that has become unreachable.
    ///
    /// - Throws: kind `pooled` if a pooler gives each transaction to another session of the server.
    public init(_ target: ConnectionTarget) throws(PostgresError) {
        var keywords = target.withLimits.keywords
        keywords["fallback_application_name"] = "bellwether"
        handle = try Self.open(keywords)
    }

    deinit { PQfinish(handle) }

    /// The encoding in which the database stores text, such as `UTF8`.
    public var serverEncoding: String {
        PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? ""
    }

    /// Returns a handle with which another thread can cancel this connection's statement.
    public func canceller() -> Canceller { Canceller(PQgetCancel(handle)) }

    /// Runs one statement with its parameters and returns its rows.
    @discardableResult
    public func execute(_ statement: Statement, _ parameters: [Parameter] = []) throws(PostgresError) -> QueryResult {
        let texts = parameters.map(\.octets)
        let formats = parameters.map(\.format)
        let lengths = texts.map { Int32($0?.count ?? 0) }
        let answer = withOctets(texts) { values in
            PQexecParams(handle, statement.text, Int32(parameters.count), nil, values, lengths, formats, 0)
        }
        return try check(answer, statement)
    }

    /// Runs several statements without parameters. They form one transaction unless they contain their own BEGIN or
    /// COMMIT.
    public func script(_ statement: Statement) throws(PostgresError) {
        _ = try check(PQexec(handle, statement.text), statement)
    }

    /// What a transaction sees of other transactions.
    public enum Isolation: Sendable {
        /// Each statement sees what was committed before it began.
        case readCommitted
        /// All statements see the same snapshot; the transaction is read-only.
        case snapshot
        /// All statements see the same snapshot. Writing a row that was changed since then fails with SQLSTATE 40001.
        case repeatableRead
    }

    /// Runs `body` in a transaction. Commits when it returns, rolls back when it throws.
    public func transaction<Value>(
        _ isolation: Isolation = .readCommitted, _ body: (borrowing Connection) throws -> Value
    ) throws -> Value {
        try begin(isolation)
        return try finishTransaction { try body(self) }
    }

    /// Runs `body` in a transaction that `opening` begins, and passes it the result of the last statement of `opening`.
    /// `BEGIN; SELECT …` takes only one round trip.
    public func transaction<Value>(
        opening: Statement, _ body: (borrowing Connection, borrowing QueryResult) throws -> Value
    ) throws -> Value {
        try finishTransaction { try body(self, try check(PQexec(handle, opening.text), opening)) }
    }

    private func finishTransaction<Value>(_ body: () throws -> Value) throws -> Value {
        let value: Value
        do {
            value = try body()
        } catch {
            // Throw the original error: it says more than a failure to roll back a broken connection.
            rollBack()
            throw error
        }
        try commit()
        return value
    }

    func begin(_ isolation: Isolation) throws(PostgresError) {
        switch isolation {
        case .readCommitted: try execute(Statement("begin", "BEGIN ISOLATION LEVEL READ COMMITTED"))
        case .repeatableRead: try execute(Statement("begin", "BEGIN ISOLATION LEVEL REPEATABLE READ"))
        case .snapshot: try execute(Statement("begin", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        }
    }

    func rollBack() { _ = try? execute(Statement("rollback", "ROLLBACK")) }

    func commit() throws(PostgresError) {
        let result = try execute(Statement("commit", "COMMIT"))
        // COMMIT of a failed transaction does not fail: it rolls back and its command tag is ROLLBACK.
        guard result.commandTag == "COMMIT" else {
            throw PostgresError(kind: .unexpected, message: "the transaction was rolled back", statement: "commit")
        }
    }

    /// Takes ownership of a result of libpq, and throws if the statement failed.
    func check(_ answer: OpaquePointer?, _ statement: Statement) throws(PostgresError) -> QueryResult {
        try Self.check(answer, statement, on: handle)
    }

    static func check(
        _ answer: OpaquePointer?, _ statement: Statement, on handle: OpaquePointer
    ) throws(PostgresError) -> QueryResult {
        guard let answer else { throw brokenConnection(statement, on: handle) }
        let result = QueryResult(owning: answer, statement: statement.name)
        switch PQresultStatus(answer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_EMPTY_QUERY:
            return result
        default:
            guard PQstatus(handle) != CONNECTION_BAD else { throw brokenConnection(statement, on: handle) }
            let error = PostgresError(answer: answer, statement: statement.name)
            guard !error.isOfLostNode else {
                throw PostgresError(kind: .connection, message: error.message, statement: statement.name)
            }
            throw error
        }
    }

    func brokenConnection(_ statement: Statement) -> PostgresError {
        Self.brokenConnection(statement, on: handle)
    }

    private static func brokenConnection(_ statement: Statement, on handle: OpaquePointer) -> PostgresError {
        PostgresError(kind: .connection, message: message(of: handle), statement: statement.name)
    }

    static func message(of handle: OpaquePointer) -> String {
        let lines = String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isNewline)
        return lines.map { $0.drop { $0 == "\t" || $0 == " " } }.joined(separator: "; ")
    }
}
