public import Postgres

/// Finds sessions that may block others.
public enum LockHolders {
    /// Returns a sentence for each session that holds a lock for which a command or the collector may wait: its
    /// process, its login, and what it holds.
    public static func read(_ connection: borrowing Connection) throws -> [String] {
        let rows = try connection.execute(SQLFiles.statement("queries/lock_holders.sql"))
        return (0..<rows.rowCount).compactMap { rows.text($0, 0) }
    }
}
