import EventLog
import Postgres

/// Words of the dictionary `log.word` that nothing names, because the events that named them were erased or dropped.
enum UnusedWords {
    /// Deletes them. Looks for them while writers go on, then locks writers out for a moment: to keep what new batches name, and to
    /// make writers forget the numbers that they know. Call it outside a transaction, as the owner.
    ///
    /// Does nothing on a cluster, where other nodes have copies of the dictionary.
    ///
    /// - Throws: 55P03 if a writer keeps others waiting for a minute.
    static func delete(_ connection: borrowing Connection) throws {
        guard try !Parts.areThere(connection) else { return }
        let head = try Projector.head(connection)
        let unused = try connection.execute(find).ints()
        guard !unused.isEmpty else { return }
        try LogLock.writer.holdAlone(connection) { connection in
            _ = try connection.execute(
                SQLFiles.statement("queries/delete_unused_words.sql"), [.array(unused), .int(head)])
        }
    }

    private static let find = Statement(
        "find unused words", "SELECT unnest(log.unused_words(ARRAY(SELECT word.word FROM log.word), 0))")
}
