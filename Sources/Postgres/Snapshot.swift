/// What a transaction sees, for others to see the same.
public struct Snapshot: Sendable {
    fileprivate let name: String
}

extension Connection {
    /// What this transaction sees; others can take it for as long as it is open.
    public func exportSnapshot() throws(PostgresError) -> Snapshot {
        let found = try execute(Statement("export snapshot", "SELECT pg_export_snapshot()"))
        return Snapshot(name: found.text(0, 0) ?? "")
    }

    /// Runs `body` in a transaction that sees what another one sees, and nothing else.
    public func transaction<Value>(
        seeing snapshot: Snapshot, _ body: (borrowing Connection) throws -> Value
    ) throws -> Value {
        try transaction(.snapshot) { connection in
            // A name of PostgreSQL's own, of digits and hyphens; the command takes no parameters.
            let text = "SET TRANSACTION SNAPSHOT '\(snapshot.name)'"
            try connection.execute(Statement(file: "take snapshot", text: text))
            return try body(connection)
        }
    }
}
