import Postgres

/// A schema with state tables, checkpoints and a row of settings. Steps name these, and the tables of the log, without a schema.
enum Generation: String, Sendable {
    /// What reports read.
    case live = "projection"
    /// What a rebuild fills.
    case next = "projection_next"

    /// Makes unqualified names mean this generation and the log until the transaction ends. What `next` does not hold, because
    /// it is not rebuilt, is that of `live`.
    func enter(_ connection: borrowing Connection) throws {
        let schemas = (self == .live ? [] : [rawValue]) + [Generation.live.rawValue, "log"]
        try connection.execute(
            Statement("enter generation", "SELECT set_config('search_path', $1, true)"),
            [.text(schemas.joined(separator: ", "))])
    }

    /// Makes unqualified names mean nothing of any generation again.
    static func leave(_ connection: borrowing Connection) throws {
        try connection.execute(
            Statement("leave generation", "SELECT set_config('search_path', 'pg_catalog', true)"))
    }

    /// Whether it is there.
    func exists(_ connection: borrowing Connection) throws -> Bool {
        try connection.execute(
            Statement("find generation", "SELECT to_regclass($1) IS NOT NULL"), [.text(rawValue + ".checkpoint")]
        ).bool(0, 0) == true
    }

    /// A rebuild began or ended between two looks.
    private struct Moved: Error {}

    /// Whether `transactionHoldingAll` may go through when it is tried again.
    static func mayBeTriedAgain(after error: any Error) -> Bool {
        error is Moved || (error as? PostgresError)?.isRetriable == true || isMissed(by: error)
    }

    /// Whether a statement named what is not there, as the next generation is not once it was swapped in or dropped.
    static func isMissed(by error: any Error) -> Bool {
        // undefined_table, invalid_schema_name
        guard let state = (error as? PostgresError)?.sqlState else { return false }
        return state == "42P01" || state == "3F000"
    }

    /// Runs `body` in a transaction in which nobody steps, fills, swaps or begins a rebuild, and tells it whether one is under way.
    /// Readers go on.
    static func transactionHoldingAll<Value>(
        _ isolation: Connection.Isolation, _ connection: borrowing Connection,
        _ body: (_ isRebuilding: Bool, borrowing Connection) throws -> Value
    ) throws -> Value {
        let isRebuilding = try Generation.next.exists(connection)
        return try connection.transaction(isolation) { connection in
            // Before the transaction has seen anything.
            try Generation.live.holdStill(connection)
            if isRebuilding { try Generation.next.holdStill(connection) }
            guard try Generation.next.exists(connection) == isRebuilding else { throw Moved() }
            return try body(isRebuilding, connection)
        }
    }

    /// Waits for whoever steps in it, fills it or swaps it, and keeps them out until the transaction ends.
    private func holdStill(_ connection: borrowing Connection) throws {
        switch self {
        case .live:
            try connection.execute(
                Statement("hold generation still", "LOCK TABLE projection.checkpoint IN EXCLUSIVE MODE"))
        case .next:
            try connection.execute(
                Statement(
                    "hold next generation still",
                    "LOCK TABLE projection_next.checkpoint, projection_next.fill_chunk IN EXCLUSIVE MODE"))
        }
    }

    /// Runs `body` in a transaction in which unqualified names mean this generation.
    func transaction<Value>(
        _ connection: borrowing Connection, _ body: (borrowing Connection) throws -> Value
    ) throws -> Value {
        try connection.transaction { connection in
            try enter(connection)
            return try body(connection)
        }
    }
}
