import EventLog
import Events
import Postgres
import TestSupport
import Testing

@Suite struct LostConnectionTests {
    /// Runs `body` with a writer that connects through a proxy, and with direct access to the log.
    private func withProxy(
        connectTimeout: String? = nil, patience: Duration = .seconds(1),
        _ body: (LogWriter, CuttingProxy, TestLog) async throws -> Void
    ) async throws {
        try await TestServer.withDatabase { database in
            let server = database.target.keywords
            // Skipped if the server is reached over TCP, because the proxy connects to a Unix socket.
            guard let folder = server["host"], folder.hasPrefix("/") else { return }
            let proxy = try CuttingProxy(upstream: folder, port: server["port"] ?? "5432")
            defer { proxy.close() }
            var target = database.target
            target.keywords["host"] = proxy.folder
            target.keywords["connect_timeout"] = connectTimeout
            let session = try await Database(migrating: target).session(as: .ingest)
            try await body(LogWriter(session: session, patience: patience), proxy, try await TestLog(database))
            await session.close()
        }
    }

    @Test(arguments: [CuttingProxy.Cut.before, .after])
    func aCommitWithoutAnAnswerIsAskedForAndNotRepeatedBlindly(cut: CuttingProxy.Cut) async throws {
        try await withProxy { writer, proxy, log in
            let first = try await writer.append(batch([event(.promptShown, id: 1), event(.appOpened, id: 2)]))
            #expect(first.accepted == 2)
            proxy.cutNext(cut)
            let second = try await writer.append(batch([event(.promptShown, id: 3), event(.appOpened, id: 2)]))
            #expect(second.accepted == 1 && second.duplicates == 1)
            let third = try await writer.append(batch([event(.promptShown, id: 3)]))
            #expect(third.accepted == 0 && third.duplicates == 1)
            let ledger = try await log.rows(
                "SELECT position, accepted, duplicates FROM log.batch ORDER BY position")
            #expect(ledger == [["1", "2", "0"], ["2", "1", "1"], ["3", "0", "1"]])
            #expect(try await log.rows("SELECT count(*) FROM log.permission_event") == [["2"]])
        }
    }

    @Test func aCommitOfWhichNobodyLearntIsNotTakenForTheNext() async throws {
        try await withProxy { writer, proxy, log in
            _ = try await writer.append(batch([event(.promptShown, id: 1)]))
            proxy.cutNext(.afterAndAway)
            await #expect(throws: PostgresError.self) {
                _ = try await writer.append(batch([event(.promptShown, id: 2)]))
            }
            proxy.isAway = false
            let next = try await writer.append(batch([event(.promptShown, id: 3)]))
            #expect(next.accepted == 1)
            #expect(try await log.rows("SELECT count(*) FROM log.permission_event") == [["3"]])
        }
    }

    @Test(.timeLimit(.minutes(20))) func aServerThatAnswersNothingIsWaitedForByTimeAndNotByTries() async throws {
        try await withProxy(connectTimeout: "3", patience: .seconds(4)) { writer, proxy, log in
            proxy.isSilent = true
            proxy.cutNext(.before)
            let startedAt = ContinuousClock.now
            await #expect(throws: PostgresError.self) {
                _ = try await writer.append(batch([event(.promptShown, id: 1)]))
            }
            let elapsed = ContinuousClock.now - startedAt
            // Two attempts take 6.5 s. If attempts were counted instead of limited by time, the number that fits into 4
            // s when each fails immediately would take 52 s.
            #expect(elapsed < .seconds(30))
            proxy.isSilent = false
            let again = try await writer.append(batch([event(.promptShown, id: 1)]))
            #expect(again.accepted == 1)
        }
    }

    /// Each cancellation would end the tests with SIGPIPE if its request were written to a socket that is already
    /// closed.
    @Test func aCancellationThatMeetsAServerGoingAwayHarmsNobody() async throws {
        try await withProxy { _, proxy, log in
            var target = log.database.target
            target.keywords["host"] = proxy.folder
            let canceller = try Connection(target).canceller()
            proxy.isAway = true
            for _ in 0..<500 { canceller.cancel() }
            proxy.isAway = false
            #expect(try await log.rows("SELECT 1") == [["1"]])
        }
    }

    private static let endOthers = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query NOT LIKE '%pg_terminate%'
        """

    /// A standby that replaces its server after a failover may lack the latest rows.
    @Test func wordsThatAnotherServerLacksAreAddedAnew() async throws {
        try await withProxy { writer, _, log in
            _ = try await writer.append(batch([event(.appOpened, id: 1)]))
            for statement in ["DELETE FROM log.engagement_event", "DELETE FROM log.app", Self.endOthers] {
                _ = try await log.rows(statement)
            }
            let next = try await writer.append(batch([event(.appOpened, id: 2)]))
            #expect(next.accepted == 1)
            let apps = try await log.rows(
                "SELECT app.app_id FROM log.engagement_event AS event INNER JOIN log.app ON app.app = event.app")
            #expect(apps == [["com.example.shop"]])
        }
    }
}
