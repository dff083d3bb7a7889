import EventLog
import Events
import Postgres
import TestSupport
import Testing

/// A writer over two sessions, and what holds up the first of two batches until it is let go.
private struct TwoLanes {
    let writer: LogWriter
    let log: TestLog
    private let obstacle: Session

    /// Runs `body` while nobody can count deliveries, which a batch does when it is its turn.
    static func run(_ body: (TwoLanes) async throws -> Void) async throws {
        try await TestServer.withDatabase { database in
            let writer = LogWriter(sessions: [
                try await database.session(as: .ingest), try await database.session(as: .ingest),
            ])
            let obstacle = try await Session.connect(to: database.target)
            let lanes = TwoLanes(writer: writer, log: try await TestLog(database), obstacle: obstacle)
            try await lanes.hold("BEGIN; LOCK TABLE log.delivery IN ACCESS EXCLUSIVE MODE")
            try await body(lanes)
            await obstacle.close()
        }
    }

    /// Does something in the transaction that holds up the first batch.
    func hold(_ text: String) async throws {
        try await obstacle.run { try $0.script(Statement(file: "hold", text: text)) }
    }

    func letGo() async throws { try await hold("COMMIT") }

    /// Waits until the first batch stands before the count, and all but it of `batches` wait for it, or work.
    func waitForTheFirst() async throws {
        let waiting = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event = 'relation'
            """
        while try await log.rows(waiting) != [["1"]] { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Waits until the second batch has stored what it has, and waits for the first in the program.
    func waitForTheSecond() async throws {
        let idle = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE 'COPY%'
            """
        while try await log.rows(idle) != [["1"]] { try await Task.sleep(for: .milliseconds(5)) }
    }

    func positions() async throws -> [[String?]] {
        try await log.rows("SELECT position, first_line FROM log.batch ORDER BY position")
    }
}

/// A pair of batches, the second prepared behind the first.
private func pair(_ first: Batch, _ second: Batch) -> (Batch, Batch) {
    var (first, second) = (first, second)
    second.lines = 100..<100 + second.events.count
    first.prepare()
    second.prepare(behind: first)
    return (first, second)
}

private func withReject(_ batch: Batch, _ texts: String...) -> Batch {
    var batch = batch
    batch.rejects = texts.enumerated().map { number, text in
        let reject = Reject(reason: .invalidJSON, detail: "no JSON", receivedAt: TestLog.now)
        return RejectedLine(reject: reject, line: 50 + number, bytes: Array(text.utf8), byteCount: text.utf8.count)
    }
    return batch
}

/// The same, its rejects having come with keys of these apps.
private func keyed(_ batch: Batch, _ apps: String...) -> Batch {
    var batch = batch
    for (place, app) in apps.enumerated() { batch.rejects[place].sender = Sender(key: place + 1, appID: app) }
    return batch
}

@Suite(.timeLimit(.minutes(20))) struct TurnTests {
    @Test func theSecondOfTwoBatchesIsStoredMeanwhileAndCommittedAfterTheFirst() async throws {
        try await TwoLanes.run { lanes in
            let (first, second) = pair(
                batch([event(.promptShown, id: 1), event(.appOpened, id: 2)]),
                batch([event(.appOpened, id: 2), event(.appOpened, id: 3), event(.promptShown, id: 1)]))
            async let one = lanes.writer.append(first)
            async let two = lanes.writer.append(second)
            try await lanes.waitForTheFirst()
            try await lanes.waitForTheSecond()
            #expect(try await lanes.positions().isEmpty)
            try await lanes.letGo()
            let (early, late) = try await (one, two)
            #expect(early.accepted == 2 && early.duplicates == 0)
            // What the first has in flight is a duplicate, and needs no failed COPY.
            #expect(late.accepted == 1 && late.duplicates == 2 && late.redoneBatches == 0)
            #expect(try await lanes.positions() == [["1", "1"], ["2", "100"]])
        }
    }

    @Test func appsAreTheSameByTheirNamesInTwoBatches() async throws {
        try await TwoLanes.run { lanes in
            var other = event(.appOpened, id: 7)
            other.appID = "com.example.other"
            let (first, second) = pair(
                batch([other, event(.appOpened, id: 8)]), batch([event(.appOpened, id: 7), event(.appOpened, id: 8)]))
            async let one = lanes.writer.append(first)
            async let two = lanes.writer.append(second)
            try await lanes.letGo()
            let (early, late) = try await (one, two)
            #expect(early.accepted == 2)
            #expect(late.accepted == 1 && late.duplicates == 1)
        }
    }

    @Test func equalRejectsOfTwoBatchesAreKeptOnce() async throws {
        try await TwoLanes.run { lanes in
            let (first, second) = pair(
                withReject(batch([event(.appOpened, id: 1)]), "bad", "bad", "worse"),
                withReject(batch([event(.appOpened, id: 2)]), "worse", "bad", "fine", "bad", "bad"))
            async let one = lanes.writer.append(first)
            async let two = lanes.writer.append(second)
            try await lanes.waitForTheFirst()
            try await lanes.waitForTheSecond()
            try await lanes.letGo()
            let (early, late) = try await (one, two)
            #expect(early.rejected == 3 && late.rejected == 5 && late.redoneBatches == 0)
            let kept = try await lanes.log.rows(
                "SELECT convert_from(bytes, 'UTF8'), count(*), max(copy) FROM log.quarantine GROUP BY 1 ORDER BY 1")
            #expect(kept == [["bad", "3", "3"], ["fine", "1", "1"], ["worse", "1", "1"]])
        }
    }

    @Test func equalRejectsWithKeysOfSeveralAppsAreKeptForEach() async throws {
        try await TwoLanes.run { lanes in
            let (first, second) = pair(
                keyed(withReject(batch([event(.appOpened, id: 1)]), "bad", "bad"), "b", "a"),
                keyed(withReject(batch([event(.appOpened, id: 2)]), "bad", "bad", "bad", "bad"), "c", "b", "b", "a"))
            async let one = lanes.writer.append(first)
            async let two = lanes.writer.append(second)
            try await lanes.letGo()
            let (early, late) = try await (one, two)
            #expect(early.rejected == 2 && late.rejected == 4 && late.redoneBatches == 0)
            let kept = try await lanes.log.rows(
                "SELECT key_app_id, count(*), max(copy) FROM log.quarantine GROUP BY 1 ORDER BY 1")
            #expect(kept == [["a", "1", "1"], ["b", "1", "1"], ["c", "1", "1"]])
        }
    }

    @Test func aBatchBehindOneThatFailsFailsWithItsError() async throws {
        try await TwoLanes.run { lanes in
            var spoilt = batch([event(.appOpened, id: 1)])
            // No such file: the ledger refuses the batch.
            spoilt.sourceFile = 999
            let (first, second) = pair(spoilt, batch([event(.appOpened, id: 1), event(.appOpened, id: 2)]))
            let one = Task { try await lanes.writer.append(first) }
            let two = Task { try await lanes.writer.append(second) }
            try await lanes.waitForTheFirst()
            try await lanes.waitForTheSecond()
            try await lanes.letGo()
            let error = await #expect(throws: PostgresError.self) { _ = try await one.value }
            let same = await #expect(throws: PostgresError.self) { _ = try await two.value }
            #expect(error?.description == same?.description)
            #expect(try await lanes.log.rows("SELECT count(*) FROM log.engagement_event") == [["0"]])
            // The writer goes on, and takes nothing of them for stored.
            let again = try await lanes.writer.append(batch([event(.appOpened, id: 1)]))
            #expect(again.accepted == 1)
        }
    }

    @Test func whoWaitsForTheSecondBatchAndHoldsUpTheFirstIsLetBy() async throws {
        try await TwoLanes.run { lanes in
            let (first, second) = pair(
                batch([event(.appOpened, id: 1)]), withReject(batch([event(.appOpened, id: 2)]), "bad"))
            async let one = lanes.writer.append(first)
            async let two = lanes.writer.append(second)
            try await lanes.waitForTheFirst()
            try await lanes.waitForTheSecond()
            // A wait that PostgreSQL can't see closes the circle: the first batch waits for this transaction, this one for
            // the second batch, and that for the first, in the program.
            try await lanes.hold(
                """
                INSERT INTO log.quarantine (
                    received_at, quarantined_at, batch_id, line, byte_count, copy, reason, source, detail, line_hash, bytes
                ) VALUES (now(), now(), 0, 1, 3, 1, 'invalid_json', 'other', 'no JSON', encode(substring(sha256('bad') FOR 16), 'hex')::uuid, 'bad')
                """)
            try await lanes.letGo()
            let (early, late) = try await (one, two)
            #expect(early.accepted == 1 && late.accepted == 1 && late.rejected == 1)
            #expect(try await lanes.positions() == [["1", "1"], ["2", "100"]])
            #expect(try await lanes.log.rows("SELECT source FROM log.quarantine") == [["other"]])
        }
    }
}
