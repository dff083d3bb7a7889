import Collector
import EventLog
import Foundation
import Glibc
import Postgres
import TestSupport
import Testing

/// Tests a database that can be reached but stores nothing.
@Suite(.timeLimit(.minutes(5))) struct StuckDatabaseTests {
    private static let commitTime = Duration.seconds(3)

    /// Runs `body` with a collector that gives up a commit after `commitTime`.
    private func withImpatience(_ body: (CollectorBench) async throws -> Void) async throws {
        try await CollectorBench.run(.limited { $0.commitTime = Self.commitTime }, body)
    }

    /// Waits until the collector is ready or, if asked, not ready.
    private func expectReadiness(_ status: Int, _ bench: CollectorBench) async throws {
        try await wait(for: "readiness \(status)") { try await bench.request("GET", "/readyz").status == status }
    }

    @Test func whileSomebodyHoldsThePositionLockRequestsAreToldSoInTime() async throws {
        try await withImpatience { bench in
            try await expect(bench.post(line(1)).accepted == 1)
            let lock = "LOCK TABLE log.position_lock IN EXCLUSIVE MODE"
            let holder = try await bench.database.target.transaction(lock)
            let started = ContinuousClock.now
            let reply = try await bench.post(line(2))
            #expect(reply.status == 503 && reply.headers["retry-after"] != nil)
            #expect(ContinuousClock.now - started < .seconds(25))
            // No events are accepted until the commit ends: the next request does not wait for it.
            try await wait(for: "an answer in less time than a commit has") {
                let next = ContinuousClock.now
                try await expect(bench.post(line(3)).status == 503)
                return ContinuousClock.now - next < Self.commitTime
            }
            try await expectReadiness(503, bench)
            await holder.close()
            try await expectReadiness(200, bench)
            // A commit that was given up may have succeeded: if its events are sent again, they count once.
            try await expect(bench.post("[\(line(2)),\(line(3))]").status == 200)
            try await expect(bench.stored() == 3)
        }
    }

    @Test func anAnalystsAdvisoryLocksKeepNobodyWaiting() async throws {
        try await withImpatience { bench in
            let locks = "SELECT pg_advisory_lock(1650814060, n) FROM generate_series(1, 4) AS n"
            let holder = try await bench.database.target.transaction(locks)
            try await expect(bench.post(line(1)).accepted == 1)
            await holder.close()
        }
    }

    @Test func whileTheServerIsPausedRequestsAreToldSoInTime() async throws {
        try await withImpatience { bench in
            try await expect(bench.post(line(1)).accepted == 1)
            let backends = try await bench.log.rows(
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).compactMap { $0[0].flatMap { pid_t($0) } }
            for backend in backends { kill(backend, SIGSTOP) }
            let started = ContinuousClock.now
            try await expect(bench.post(line(2)).status == 503)
            #expect(ContinuousClock.now - started < .seconds(25))
            try await expectReadiness(503, bench)
            for backend in backends { kill(backend, SIGCONT) }
            try await expectReadiness(200, bench)
            try await expect(bench.post("[\(line(2)),\(line(3))]").status == 200)
            try await expect(bench.stored() == 3)
        }
    }

    @Test func aReadOnlyDatabaseIsAway() async throws {
        try await CollectorBench.run { bench in
            try await expect(bench.post(line(1)).accepted == 1)
            try await bench.makeReadOnly(true)
            try await expect(bench.post(line(2)).status == 503)
            try await expectReadiness(503, bench)
            try await bench.makeReadOnly(false)
            try await expectReadiness(200, bench)
            try await expect(bench.post(line(2)).accepted == 1)
        }
    }
}

extension CollectorBench {
    /// Makes the database read-only, like a primary that was demoted, or writable again. Breaks existing connections.
    fileprivate func makeReadOnly(_ isReadOnly: Bool) async throws {
        let target = database.target
        let owner = try await Session.connect(to: target)
        try await owner.run { connection in
            try connection.script(Statement("write", "SET default_transaction_read_only = off"))
            try connection.script(
                Statement(
                    file: "demote",
                    text: """
                        DO $$ BEGIN
                            EXECUTE format(
                                'ALTER DATABASE %I SET default_transaction_read_only = \(isReadOnly ? "on" : "off")',
                                current_database());
                        END $$;
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                            AND application_name = 'bellwether' AND state IS DISTINCT FROM 'active'
                        """))
        }
        await owner.close()
    }
}
