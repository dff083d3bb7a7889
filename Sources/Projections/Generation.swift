import Postgres

/// A schema with state tables, checkpoints and a row of settings. Steps name these without a schema.
enum Generation: String, Sendable {
    /// What reports read.
    case live = "projection"
    /// What a rebuild fills.
    case next = "projection_next"

    /// Makes unqualified names mean this generation until the transaction ends. What `next` does not hold, because it is
    /// not rebuilt, is that of `live`.
    func enter(_ connection: borrowing Connection) throws {
        let path = self == .live ? rawValue : rawValue + ", " + Generation.live.rawValue
        try connection.execute(
            Statement("enter generation", "SELECT set_config('search_path', $1, true)"), [.text(path)])
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
