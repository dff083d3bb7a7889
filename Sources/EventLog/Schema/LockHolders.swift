public import Postgres

/// Who may have kept somebody waiting.
public enum LockHolders {
    /// The sessions that hold a lock which a command or the collector may wait for, each in words: its process, its login, and
    /// what it holds.
    public static func read(_ connection: borrowing Connection) throws -> [String] {
        let rows = try connection.execute(SQLFiles.statement("queries/lock_holders.sql"))
        return (0..<rows.rowCount).compactMap { rows.text($0, 0) }
    }
}
