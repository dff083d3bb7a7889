import Postgres

/// A schema with one set of state tables (the tables that projections compute), checkpoints and settings. A rebuild
/// backfills the next generation while the live one stays in use.
///
/// The SQL of steps and backfills names these tables, and those of the log, without a schema; the search path decides which
/// generation it uses.
enum Generation: String, Sendable {
    /// The tables that reports read.
    case live = "projection"
    /// The tables that a rebuild backfills. They become the live ones when they are complete.
    case next = "projection_next"

    /// Sets the search path to this generation and the log until the transaction ends. For `next`, the live generation
    /// follows, because tables of projections that are not being rebuilt exist only there.
    func enter(_ connection: borrowing Connection) throws {
        let schemas = (self == .live ? [] : [rawValue]) + [Generation.live.rawValue, "log"]
        try connection.execute(
            Statement("enter generation", "SELECT set_config('search_path', $1, true)"),
            [.text(schemas.joined(separator: ", "))])
    }

    /// Resets the search path to `pg_catalog` until the transaction ends.
    static func leave(_ connection: borrowing Connection) throws {
        try connection.execute(
            Statement("leave generation", "SELECT set_config('search_path', 'pg_catalog', true)"))
    }

    /// Returns whether the schema exists.
    func exists(_ connection: borrowing Connection) throws -> Bool {
        try connection.execute(
            Statement("find generation", "SELECT to_regclass($1) IS NOT NULL"), [.text(rawValue + ".checkpoint")]
        ).bool(0, 0) == true
    }

    /// A rebuild began or ended between two checks.
    private struct Moved: Error {}

    /// Returns whether `transactionHoldingAll` may succeed when retried after this error.
    static func mayBeTriedAgain(after error: any Error) -> Bool {
        error is Moved || (error as? PostgresError)?.isRetriable == true || isMissed(by: error)
    }

    /// Returns whether a statement failed because its table or schema does not exist: the next generation is gone after
    /// it is swapped in or dropped.
    static func isMissed(by error: any Error) -> Bool {
        // undefined_table, invalid_schema_name
        guard let state = (error as? PostgresError)?.sqlState else { return false }
        return state == "42P01" || state == "3F000"
    }

    /// Runs `body` in a transaction during which no other session can step, fill, swap or begin a rebuild. Tells `body`
    /// whether a rebuild is in progress. Readers are not blocked.
    static func transactionHoldingAll<Value>(
        _ isolation: Connection.Isolation, _ connection: borrowing Connection,
        _ body: (_ isRebuilding: Bool, borrowing Connection) throws -> Value
    ) throws -> Value {
        let isRebuilding = try Generation.next.exists(connection)
        return try connection.transaction(isolation) { connection in
            // Lock before the first query takes the transaction's snapshot.
            try Generation.live.holdStill(connection)
            if isRebuilding { try Generation.next.holdStill(connection) }
            guard try Generation.next.exists(connection) == isRebuilding else { throw Moved() }
            return try body(isRebuilding, connection)
        }
    }

    /// Waits for sessions that step, fill or swap this generation, and blocks further ones until the transaction ends.
    private func holdStill(_ connection: borrowing Connection) throws {
        switch self {
        case .live:
            try connection.execute(
                Statement("hold generation still", "LOCK TABLE projection.checkpoint IN EXCLUSIVE MODE"))
        case .next:
            try connection.execute(
                Statement(
                    "hold next generation still",
                    "LOCK TABLE projection_next.checkpoint, projection_next.backfill_chunk IN EXCLUSIVE MODE"))
        }
    }

    /// Runs `body` in a transaction with the search path set to this generation.
    func transaction<Value>(
        _ connection: borrowing Connection, _ body: (borrowing Connection) throws -> Value
    ) throws -> Value {
        try connection.transaction { connection in
            try enter(connection)
            return try body(connection)
        }
    }
}
