import EventLog
import Events
import Postgres
import Projections
import Synchronization
import TestSupport
import Testing

/// How many events a step processes.
@Suite struct StepTests {
    @Test func whatARetryOfTheQuarantineReleasedIsWeighed() async throws {
        try await History.run(stepSize: 4) { history in
            try await history.retry((1...6).map { line("prompt_shown", $0, at: 0) }, chunkSize: 2)
            let positions = Mutex<[Int]>([])
            let journey = try Projector.projection(named: "journey")
            _ = try await history.projector.bringUp([journey]) { progress in
                positions.withLock { $0.append(progress.position) }
            }
            // The first batch holds all six rejects, each later batch has released two of them.
            let taken = positions.withLock { $0 }
            #expect(taken == [3, 4])
        }
    }
}

extension History {
    /// Quarantines lines that the event contract accepts and retries them, `chunkSize` in a batch.
    func retry(_ lines: [String], chunkSize: Int) async throws {
        var batch = Batch(source: "a.ndjson", lines: 1..<lines.count + 1, offsets: 0..<0)
        batch.rejects = lines.enumerated().map { number, line in
            RejectedLine(
                reject: Reject(reason: .unknownType, detail: "not yet", receivedAt: TestLog.now), line: number + 1,
                bytes: Array(line.utf8), byteCount: line.utf8.count)
        }
        let session = try await log.database.session(as: .ingest)
        _ = try await LogWriter(session: session).append(batch)
        _ = try await QuarantineRetry(session: session, chunkSize: chunkSize).retry(QuarantineFilter())
        await session.close()
    }
}
