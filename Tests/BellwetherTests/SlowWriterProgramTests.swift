import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SlowWriterProgramTests {
    @Test func batchesCommittedInReverseOrderOfTheirNumbersAreAllProjected() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 300, days: 60)
            try await bench.split()
            let log = try await TestLog(bench.database)
            // The lock makes an ingest with rejects wait after it has inserted its events and before it commits.
            let brake = try await Session.connect(to: bench.database.target)
            try await brake.run {
                try $0.script(Statement("brake", "BEGIN; LOCK TABLE log.quarantine IN SHARE MODE"))
            }
            let slow = try SpawnedProgram(
                ["ingest", "--quiet", bench.folder + "/slow.ndjson"], environment: bench.environment, in: bench.folder)
            let waiting = """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'
                """
            while try await log.rows(waiting) != [["1"]] { try await Task.sleep(for: .milliseconds(5)) }
            try bench.run("ingest", "--quiet", "quick.ndjson")
            try bench.run("project", "--quiet")
            let between = try await log.rows("SELECT count(*) > 0, max(position) FROM log.batch")
            #expect(between == [["t", "1"]])
            await brake.close()
            #expect(try await slow.end() == 0, "\(slow.errors)")
            #expect(
                try await log.rows("SELECT batch_id < lag(batch_id) OVER (ORDER BY position) FROM log.batch") == [
                    [nil], ["t"],
                ])
            try bench.expectTruth()
        }
    }

    @Test func aLongTransactionInAnotherDatabaseHoldsUpNothing() async throws {
        try await TestServer.withEmptyDatabase { other in
            let idle = try await Session.connect(to: other)
            try await idle.run {
                try $0.script(Statement("idle", "BEGIN; CREATE TABLE public.t (); SELECT pg_current_xact_id()"))
            }
            try await withProgram { bench in
                try bench.simulate(installations: 300, days: 60)
                try bench.run("ingest", "--quiet", "events.ndjson")
                try bench.expectTruth()
            }
            await idle.close()
        }
    }
}

extension Workbench {
    /// Environment variables that make the program use the test's database.
    fileprivate var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") && $0.key != "DATABASE_URL" }
            .merging(database.target.environment) { $1 }
    }

    /// Splits the simulated events into two files; only the first contains lines that are rejected.
    fileprivate func split() async throws {
        let lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A)
        let bad = try await TestServer.withDatabase { database in
            let run = try ProgramRun.run(
                ["ingest", "--quiet", "events.ndjson"], database: database.target, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            return Set(
                try await TestLog(database).rows("SELECT line FROM log.quarantine").map { Int($0[0] ?? "") ?? 0 })
        }
        #expect(!bad.isEmpty)
        let half = lines.count / 2
        let isQuick = { (number: Int) in number >= half && !bad.contains(number + 1) }
        for (name, takesQuick) in [("slow", false), ("quick", true)] {
            let part = lines.indices.filter { isQuick($0) == takesQuick }.map { lines[$0] }
            try Data(part.joined(separator: [0x0A])).write(to: URL(fileURLWithPath: "\(folder)/\(name).ndjson"))
        }
    }
}
