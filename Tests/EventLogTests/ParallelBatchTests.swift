import EventLog
import Events
import Postgres
import TestSupport
import Testing

/// A writer with two sessions, and a lock that keeps a batch from writing its ledger row.
private struct TwoSessions {
    let writer: LogWriter
    let database: Database
    let log: TestLog
    private let obstacle: Session

    /// Runs `body` while the role `ingest` can't seal a batch from the source "held".
    static func run(_ body: (TwoSessions) async throws -> Void) async throws {
        try await TestServer.withDatabase { database in
            let writer = LogWriter(sessions: [
                try await database.session(as: .ingest), try await database.session(as: .ingest),
            ])
            let log = try await TestLog(database)
            // The batch waits before it takes the position lock, so other batches can commit.
            _ = try await log.rows("CREATE TABLE public.obstacle ()")
            try await log.owner.run {
                try $0.script(
                    Statement(
                        file: "obstacle",
                        text: """
                            ALTER FUNCTION log.seal_batch(log.batch, integer[], log.delivery[], integer, bytea) RENAME TO sealed;
                            CREATE FUNCTION log.seal_batch(
                                batch log.batch, days integer[], counts log.delivery[], claim integer, hash bytea
                            ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
                            BEGIN
                                IF batch.source = 'held' THEN
                                    LOCK TABLE public.obstacle IN SHARE MODE;
                                END IF;
                                PERFORM log.sealed(batch, days, counts, claim, hash);
                            END $$
                            """))
            }
            let obstacle = try await database.target.transaction("LOCK TABLE public.obstacle IN EXCLUSIVE MODE")
            try await body(TwoSessions(writer: writer, database: database, log: log, obstacle: obstacle))
            await obstacle.close()
        }
    }

    func letGo() async { await obstacle.close() }

    func anotherWriter() async throws -> LogWriter { LogWriter(session: try await database.session(as: .ingest)) }

    /// Begins to store a batch, which then waits before its ledger row.
    func begin(_ batch: Batch) async throws -> Task<Outcome, any Error> {
        var held = batch
        held.source = "held"
        let task = Task { [held] in try await writer.append(held) }
        try await log.waitFor(1, waitingFor: "relation")
        return task
    }

    func sources() async throws -> [[String?]] {
        try await log.rows("SELECT position, source FROM log.batch ORDER BY position")
    }
}

/// Returns the batch with rejects: texts without a key, then the text "bad" sent with keys of these apps.
private func withReject(_ batch: Batch, _ texts: String..., keys: [String]) -> Batch {
    var batch = batch
    var senders = [Sender?](repeating: nil, count: texts.count)
    for (place, app) in keys.enumerated() { senders.append(Sender(key: place + 1, appID: app)) }
    batch.rejects = zip(texts + keys.map { _ in "bad" }, senders).enumerated().map { number, given in
        let reject = Reject(reason: .invalidJSON, detail: "no JSON", receivedAt: TestLog.now)
        return RejectedLine(
            reject: reject, line: 50 + number, bytes: Array(given.0.utf8), byteCount: given.0.utf8.count,
            sender: given.1)
    }
    return batch
}

@Suite(.timeLimit(.minutes(20))) struct ParallelBatchTests {
    @Test func aBatchThatBeganEarlierHoldsUpNoWriterAndNoReader() async throws {
        try await TwoSessions.run { sessions in
            let first = try await sessions.begin(batch([event(.promptShown, id: 1), event(.appOpened, id: 2)]))
            let late = try await sessions.writer.append(batch([event(.appOpened, id: 3)]))
            #expect(late.accepted == 1)
            #expect(try await sessions.sources() == [["1", "test"]])
            // What a reader does before it reads the head. It would wait for a writer that holds the position lock.
            let head = try await sessions.log.owner.run { connection in
                try connection.transaction { connection in
                    try connection.execute(LogLock.position.shared)
                    return try connection.execute(Statement("head", "SELECT max(position) FROM log.batch")).singleInt()
                }
            }
            #expect(head == 1)
            await sessions.letGo()
            #expect(try await first.value.accepted == 2)
            #expect(try await sessions.sources() == [["1", "test"], ["2", "held"]])
            // The batch that began first has the first id but the last position.
            let order = try await sessions.log.rows("SELECT batch_id FROM log.batch ORDER BY position")
            #expect(Int(order[0][0]!)! > Int(order[1][0]!)!)
        }
    }

    @Test(arguments: [false, true])
    func aCopyOfAnEventInFlightWaitsForItAndIsADuplicate(isByAnotherWriter: Bool) async throws {
        try await TwoSessions.run { sessions in
            let writer = try await isByAnotherWriter ? sessions.anotherWriter() : sessions.writer
            var other = event(.appOpened, id: 2)
            other.appID = "com.example.other"
            let first = try await sessions.begin(batch([event(.promptShown, id: 1), other, event(.appOpened, id: 3)]))
            // The apps have other numbers in the first batch. The event of another app is not a duplicate.
            let second = Task {
                try await writer.append(
                    batch([event(.appOpened, id: 2), event(.appOpened, id: 3), event(.promptShown, id: 1)]))
            }
            try await sessions.log.waitFor(1, waitingFor: "transactionid")
            #expect(try await sessions.sources().isEmpty)
            await sessions.letGo()
            let (early, late) = try await (first.value, second.value)
            #expect(early.accepted == 3 && early.duplicates == 0)
            #expect(late.accepted == 1 && late.duplicates == 2)
            #expect(isByAnotherWriter || late.redoneBatches == 0, "no COPY fails within a writer")
            #expect(
                try await sessions.log.rows(
                    "SELECT (SELECT count(*) FROM log.engagement_event), (SELECT count(*) FROM log.permission_event)")
                    == [["4", "1"]])
        }
    }

    @Test(arguments: [false, true])
    func aCopyOfAnEventInFlightIsStoredIfTheOtherBatchFails(isByAnotherWriter: Bool) async throws {
        try await TwoSessions.run { sessions in
            let other = try await isByAnotherWriter ? sessions.anotherWriter() : sessions.writer
            var spoilt = batch([event(.promptShown, id: 1), event(.appOpened, id: 2)])
            // There is no such file, so sealing fails.
            spoilt.file = FileLedger.Claim(number: 999, claim: 1)
            let first = try await sessions.begin(spoilt)
            let second = Task {
                try await other.append(batch([event(.appOpened, id: 2), event(.promptShown, id: 1)]))
            }
            try await sessions.log.waitFor(1, waitingFor: "transactionid")
            await sessions.letGo()
            await #expect(throws: FileLedger.TakenOver.self) { _ = try await first.value }
            #expect(try await second.value.accepted == 2)
            // The writer that failed does not consider its events stored, and left no hole.
            let again = try await sessions.writer.append(
                batch([event(.promptShown, id: 1), event(.promptShown, id: 3)]))
            #expect(again.accepted == 1 && again.duplicates == 1)
            #expect(try await sessions.sources() == [["1", "test"], ["2", "test"]])
        }
    }

    @Test func equalRejectsOfTwoBatchesAreKeptOnceForEachAppOfTheirKeys() async throws {
        try await TwoSessions.run { sessions in
            let first = try await sessions.begin(
                withReject(batch([event(.appOpened, id: 1)]), "bad", "bad", "worse", keys: ["b", "a"]))
            let second = Task {
                try await sessions.writer.append(
                    withReject(
                        batch([event(.appOpened, id: 2)]), "worse", "bad", "fine", "bad", "bad",
                        keys: ["c", "b", "b", "a"]))
            }
            try await sessions.log.waitFor(1, waitingFor: "transactionid")
            await sessions.letGo()
            let (early, late) = try await (first.value, second.value)
            #expect(early.rejected == 5 && late.rejected == 9 && late.redoneBatches == 0)
            let kept = try await sessions.log.rows(
                """
                SELECT convert_from(bytes, 'UTF8'), key_app_id, count(*), max(copy)
                FROM log.quarantine GROUP BY 1, 2 ORDER BY 1, 2
                """)
            #expect(
                kept == [
                    ["bad", "a", "1", "1"], ["bad", "b", "1", "1"], ["bad", "c", "1", "1"], ["bad", nil, "3", "3"],
                    ["fine", nil, "1", "1"], ["worse", nil, "1", "1"],
                ])
        }
    }

    @Test func aBatchOfAnEarlierClaimToItsFileIsRefused() async throws {
        try await TwoSessions.run { sessions in
            let session = try await sessions.database.session(as: .ingest)
            let hash = [UInt8](repeating: 7, count: 32)
            let first = try await FileLedger.claim(sample: hash, size: 10, on: session) { hash }
            var early = batch([event(.appOpened, id: 1)])
            early.file = first.claim
            early.prefixHash = hash
            early.offsets = 5..<10
            #expect(try await sessions.writer.append(early).accepted == 1)
            let second = try await FileLedger.claim(sample: hash, size: 10, on: session) { hash }
            #expect(second.stored.map(\.offsets) == [5..<10] && !second.isComplete)
            var late = batch([event(.appOpened, id: 2)])
            late.file = first.claim
            await #expect(throws: FileLedger.TakenOver.self) { _ = try await sessions.writer.append(late) }
            late.file = second.claim
            #expect(try await sessions.writer.append(late).accepted == 1)
            await session.close()
        }
    }
}
