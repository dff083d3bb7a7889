/// The snapshot of a transaction, which other transactions can share so that all see the same data.
public struct Snapshot: Sendable {
    fileprivate let name: String
}

extension Connection {
    /// Exports this transaction's snapshot. Other transactions can use it only while this one is open.
    public func exportSnapshot() throws(PostgresError) -> Snapshot {
        let found = try execute(Statement("export snapshot", "SELECT pg_export_snapshot()"))
        return Snapshot(name: found.text(0, 0) ?? "")
    }

    /// Runs `body` in a read-only transaction with an exported snapshot.
    public func transaction<Value>(
        seeing snapshot: Snapshot, _ body: (borrowing Connection) throws -> Value
    ) throws -> Value {
        try transaction(.snapshot) { connection in
            // SET TRANSACTION takes no parameters. The name is safe in SQL: PostgreSQL makes it of hexadecimal digits
            // and hyphens.
            let text = "SET TRANSACTION SNAPSHOT '\(snapshot.name)'"
            try connection.execute(Statement(file: "take snapshot", text: text))
            return try body(connection)
        }
    }
}
