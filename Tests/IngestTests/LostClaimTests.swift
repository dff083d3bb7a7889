import EventLog
import Events
import Foundation
import Ingest
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite struct LostClaimTests {
    /// Ingests a file with a new session. `between` is called before each batch with its number.
    private func ingest(
        _ path: String, _ log: TestLog, between: @escaping @Sendable (Int) -> Void
    ) async throws -> Ingest.Report {
        let count = Mutex(0)
        return try await log.ingest(path, format: nil, batchSize: 10) {
            between(
                count.withLock {
                    $0 += 1
                    return $0
                })
            return TestLog.now
        }
    }

    /// A worker whose connection is cut no longer holds its claim, so another worker may have ingested the file
    /// meanwhile.
    @Test(.timeLimit(.minutes(20))) func aFileThatAnotherWorkerFinishedMeanwhileIsNotDeliveredAgain() async throws {
        try await withLog { log, folder in
            let lines = (0..<60).map { EventLines.line("app_opened", id: 1_000 + $0) }
            let path = try lines.joined(separator: "\n").write(to: folder, "a.ndjson")
            let first = try await ingest(path, log) { number in
                guard number == 4 else { return }
                let done = DispatchSemaphore(value: 0)
                Task.detached {
                    _ = try? await log.rows(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid IN (
                            SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
                        )
                        """)
                    _ = try? await log.ingest(path, format: nil, batchSize: 10)
                    done.signal()
                }
                done.wait()
            }
            #expect(try await log.rows("SELECT count(*) FROM log.engagement_event") == [["60"]])
            #expect(first.outcome.accepted <= 30)
            let ledger = try await log.rows(
                "SELECT sum(accepted + duplicates), count(*) FILTER (WHERE is_last) FROM log.batch")
            #expect(ledger == [["60", "1"]])
        }
    }

    /// Another worker claims the file although this one's connection holds, which then takes the file's lock again.
    @Test func aFileThatIsClaimedAgainIsReleasedAsOftenAsItWasTaken() async throws {
        try await withLog { log, folder in
            let lines = (0..<60).map { EventLines.line("app_opened", id: 1_000 + $0) }
            let path = try lines.joined(separator: "\n").write(to: folder, "a.ndjson")
            let session = try await log.database.session(as: .ingest)
            let count = Mutex(0)
            let worker = Ingest(session: session, batchSize: 10) {
                let number = count.withLock {
                    $0 += 1
                    return $0
                }
                guard number == 4 else { return TestLog.now }
                let done = DispatchSemaphore(value: 0)
                Task.detached {
                    _ = try? await log.rows("UPDATE log.source_file SET claim = claim + 1")
                    done.signal()
                }
                done.wait()
                return TestLog.now
            }
            _ = try await worker.ingest(.file(path: path))
            #expect(try await log.rows("SELECT count(*) FROM log.engagement_event") == [["60"]])
            let locks = try await log.rows(
                """
                SELECT count(*) FROM pg_locks
                WHERE locktype = 'advisory'
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """)
            #expect(locks == [["0"]])
            await session.close()
        }
    }
}
