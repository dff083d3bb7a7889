import EventLog
import Postgres

/// Words of the dictionary `log.word` that nothing names, because the events that named them were erased or dropped.
enum UnusedWords {
    /// Deletes them, at most a million at a time. Looks for them while writers go on, then locks writers out for a moment: to
    /// keep what new batches name, and to make writers forget the numbers that they know. Call it outside a transaction, as
    /// the owner.
    ///
    /// Does nothing on a cluster, where other nodes have copies of the dictionary.
    ///
    /// - Throws: 55P03 if a writer keeps others waiting for a minute.
    static func delete(_ connection: borrowing Connection) throws {
        guard try !Parts.areThere(connection) else { return }
        let last = try connection.execute(findLast).singleInt()
        for first in stride(from: 1, through: last, by: most) {
            try delete(from: first, connection)
        }
    }

    /// Deletes those of the words with a million numbers in a row.
    private static func delete(from first: Int, _ connection: borrowing Connection) throws {
        let head = try Projector.head(connection)
        let unused = try connection.execute(find, [.int(first), .int(first + most)]).ints()
        guard !unused.isEmpty else { return }
        try LogLock.writer.holdAlone(connection) { connection in
            _ = try connection.execute(
                SQLFiles.statement("queries/delete_unused_words.sql"), [.array(unused), .int(head)])
        }
    }

    private static let most = 1_000_000
    private static let findLast = Statement("find last word", "SELECT coalesce(max(word.word), 0) FROM log.word")
    private static let find = Statement(
        "find unused words",
        """
        SELECT unnest(log.unused_words(
            ARRAY(SELECT word.word FROM log.word WHERE word.word >= $1::bigint AND word.word < $2::bigint), 0
        ))
        """)
}
