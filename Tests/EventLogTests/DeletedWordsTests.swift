import EventLog
import Events
import Postgres
import TestSupport
import Testing

/// Words are deleted while writers that know their numbers are there.
@Suite struct DeletedWordsTests {
    private static func opened(_ id: UInt64, of campaign: String = "spring") -> Batch {
        var opened = event(.notificationOpened, id: id)
        opened.campaign = campaign
        return batch([opened])
    }

    private static let stored = """
        SELECT word.text FROM log.engagement_event AS event INNER JOIN log.word ON word.word = event.campaign
        """

    private static let waiting = "SELECT FROM pg_locks WHERE relation = 'log.writer_lock'::regclass AND NOT granted"

    @Test func aWriterLooksUpAgainWhatWasDeleted() async throws {
        try await withWriter { log, writer in
            _ = try await writer.append(Self.opened(1))
            _ = try await log.rows("DELETE FROM log.engagement_event")
            try await log.deleteUnusedWords()
            #expect(try await log.rows("SELECT text FROM log.word") == [])
            let outcome = try await writer.append(Self.opened(2))
            #expect(outcome.accepted == 1)
            #expect(try await log.rows(Self.stored) == [["spring"]])
        }
    }

    @Test func aBatchThatWaitsMeanwhileGetsNewNumbers() async throws {
        try await withWriter { log, writer in
            _ = try await writer.append(Self.opened(1))
            _ = try await log.rows("BEGIN")
            _ = try await log.rows("LOCK TABLE log.writer_lock IN EXCLUSIVE MODE")
            async let waiting = writer.append(Self.opened(2))
            while try await log.rows(Self.waiting).isEmpty {
                try await Task.sleep(for: .milliseconds(10))
            }
            _ = try await log.rows("DELETE FROM log.engagement_event")
            try await log.deleteUnusedWords()
            _ = try await log.rows("COMMIT")
            let outcome = try await waiting
            #expect(outcome.accepted == 1)
            #expect(try await log.rows(Self.stored) == [["spring"]])
        }
    }

    @Test func aWordThatALaterBatchNamesStays() async throws {
        try await withWriter { log, writer in
            _ = try await writer.append(Self.opened(1))
            _ = try await writer.append(Self.opened(2, of: "summer"))
            _ = try await log.rows("DELETE FROM log.engagement_event")
            // Both were unused at position 2.
            _ = try await writer.append(Self.opened(3))
            try await log.deleteUnusedWords(after: 2)
            #expect(try await log.rows("SELECT text FROM log.word") == [["spring"]])
            #expect(try await log.rows(Self.stored) == [["spring"]])
        }
    }
}

extension TestLog {
    /// Deletes the words that no event after a position names, of all if it is 0.
    fileprivate func deleteUnusedWords(after position: Int = 0) async throws {
        try await owner.run { connection in
            let words = try connection.execute(Statement("list words", "SELECT word.word FROM log.word")).ints()
            try connection.execute(
                SQLFiles.statement("queries/delete_unused_words.sql"), [.array(words), .int(position)])
        }
    }
}
