import EventLog
import Events
import Postgres
import TestSupport
import Testing

/// A session that blocks writers with rejects between the insertion of their events and their commit.
private struct Brake {
    private let session: Session

    /// Blocks the quarantine. Writers without rejects don't use it and can commit.
    init(on database: Database) async throws {
        session = try await Session.connect(to: database.target)
        try await session.run {
            try $0.script(Statement("brake", "BEGIN; LOCK TABLE log.quarantine IN SHARE MODE"))
        }
    }

    /// Waits until `count` writers are blocked.
    func waitForWriters(_ count: Int, _ log: TestLog) async throws {
        try await waitForBackends(count, waitingFor: "relation", log)
    }

    func release() async throws {
        try await session.run { try $0.script(Statement("release", "COMMIT")) }
        await session.close()
    }
}

/// Waits until `count` connections to the database wait for a lock of this kind.
private func waitForBackends(_ count: Int, waitingFor kind: String, _ log: TestLog) async throws {
    let waiting = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = '\(kind)'
        """
    try await wait(for: "a waiting writer") { try await log.rows(waiting) == [["\(count)"]] }
}

/// Returns a batch with two events and a reject, which the brake blocks.
private func slowBatch(id: UInt64) -> Batch {
    var slow = batch([event(.promptShown, id: id), event(.appOpened, id: id + 1_000)])
    let reject = Reject(reason: .invalidJSON, detail: "no JSON", receivedAt: TestLog.now)
    slow.rejects = [RejectedLine(reject: reject, line: 3, bytes: Array("bad \(id)".utf8), byteCount: 5)]
    return slow
}

private func writer(_ database: Database) async throws -> LogWriter {
    LogWriter(session: try await database.session(as: .ingest))
}

@Suite(.timeLimit(.minutes(20))) struct SlowWriterTests {
    @Test func whoSleepsBetweenInsertAndCommitHoldsUpNoWriterAndNoReader() async throws {
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let brake = try await Brake(on: database)
            let slow = try await writer(database)
            async let last = slow.append(slowBatch(id: 1))
            try await brake.waitForWriters(1, log)
            let quick = try await writer(database)
            for id in 2...6 as ClosedRange<UInt64> {
                #expect(try await quick.append(batch([event(.promptShown, id: id)])).accepted == 1)
            }
            // What a reader does before it reads the head. It would wait for a writer that holds the position lock.
            let head = try await log.owner.run { connection in
                try connection.transaction { connection in
                    try connection.execute(LogLock.position.shared)
                    return try connection.execute(Statement("head", "SELECT max(position) FROM log.batch")).singleInt()
                }
            }
            #expect(head == 5)
            #expect(try await log.rows("SELECT max(position), count(*) FROM log.batch") == [["5", "5"]])
            try await brake.release()
            let stored = try await last
            #expect(stored.accepted == 2)
            // The slow batch has the first id but the last position.
            let order = try await log.rows(
                "SELECT position, batch_id = min(batch_id) OVER () FROM log.batch ORDER BY position DESC LIMIT 1")
            #expect(order == [["6", "t"]])
        }
    }

    @Test func aCopyOfAnEventInFlightIsNoDuplicateBeforeTheFirstIsCommitted() async throws {
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let brake = try await Brake(on: database)
            let (first, second) = (try await writer(database), try await writer(database))
            async let one = first.append(slowBatch(id: 1))
            try await brake.waitForWriters(1, log)
            async let two = second.append(batch([event(.promptShown, id: 1)]))
            try await waitForBackends(1, waitingFor: "transactionid", log)
            #expect(try await log.rows("SELECT count(*) FROM log.batch") == [["0"]])
            try await brake.release()
            let (early, late) = try await (one, two)
            #expect(early.accepted == 2 && late.accepted == 0 && late.duplicates == 1)
        }
    }

    @Test func aCopyOfAnEventWhoseBatchRollsBackIsAccepted() async throws {
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let brake = try await Brake(on: database)
            let (first, second) = (try await writer(database), try await writer(database))
            var spoilt = slowBatch(id: 1)
            // There is no such file, so the ledger refuses the batch.
            spoilt.file = FileLedger.Claim(number: 999, claim: 1)
            let one = Task { [spoilt] in try await first.append(spoilt) }
            try await brake.waitForWriters(1, log)
            async let two = second.append(batch([event(.promptShown, id: 1)]))
            try await waitForBackends(1, waitingFor: "transactionid", log)
            try await brake.release()
            await #expect(throws: FileLedger.TakenOver.self) { _ = try await one.value }
            let other = try await two
            #expect(other.accepted == 1)
            // The writer that failed does not consider its events stored.
            let again = try await first.append(slowBatch(id: 1))
            #expect(again.accepted == 1 && again.duplicates == 1)
            #expect(try await log.rows("SELECT position FROM log.batch ORDER BY 1") == [["1"], ["2"]])
        }
    }
}
