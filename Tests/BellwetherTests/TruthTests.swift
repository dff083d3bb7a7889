import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// The size at which the project promises exact results.
private let installations = 20_000
private let days = 120

@Suite(.serialized) struct TruthTests {
    @Test func thePipelineGivesTheTruth() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: installations, days: days)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.expectTruth()
        }
    }

    @Test func orderDuplicatesAndBatchesDoNotMatter() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: installations, days: days)
            for (number, piece) in try bench.shuffledPieces(count: 5).enumerated() {
                try piece.write(to: URL(fileURLWithPath: bench.folder + "/piece-\(number).ndjson"))
                try bench.run("ingest", "--quiet", "piece-\(number).ndjson")
                if number < 4 { try bench.run("project", "--quiet") }
            }
            try bench.expectTruth(isDeliveredOnce: false)
            // A rebuild changes nothing.
            try bench.run("project", "--quiet", "--rebuild")
            try bench.expectTruth(report: "rebuilt", isDeliveredOnce: false)
        }
    }

    @Test func aProgramKilledAtAnyMomentAndRepeatedGivesTheTruth() async throws {
        var killed = 0
        // The ingest may finish before it was killed often enough; then start over.
        for _ in 0..<4 where killed < 15 {
            try await withProgram { bench in
                try bench.simulate(installations: installations, days: days)
                let log = try await TestLog(bench.database)
                for _ in 0..<20 where try await bench.ingestAndKill(log) { killed += 1 }
                try bench.run("ingest", "--quiet", "events.ndjson")
                try bench.expectTruth()
                try await bench.expectEachLineCountedOnce(log)
            }
        }
        #expect(killed >= 15, "too few were killed")
    }
}

extension Workbench {
    /// Starts the ingest and kills it at a random time, up to 150 ms after its start or after its next one or two
    /// batches. Returns false if it ended before.
    fileprivate func ingestAndKill(_ log: TestLog) async throws -> Bool {
        func batches() async throws -> Int { Int(try await log.rows("SELECT count(*) FROM log.batch")[0][0]!)! }
        let process = ProgramRun.process(
            ["ingest", "--quiet", "events.ndjson"], database: database.target, in: folder)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let wanted = try await batches() + [0, 0, 1, 1, 2].randomElement()!
        try process.run()
        while process.isRunning, try await batches() < wanted { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...150)))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    /// Shuffles the simulated lines, a third of them doubled, and splits them into `count` pieces.
    fileprivate func shuffledPieces(count: Int) throws -> [Data] {
        var lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A)
        lines += lines.filter { _ in Int.random(in: 0..<3) == 0 }
        lines.shuffle()
        let size = lines.count / count + 1
        return stride(from: 0, to: lines.count, by: size).map { start in
            Data(lines[start..<min(start + size, lines.count)].joined(separator: [0x0A]))
        }
    }

    /// Expects every line to have one outcome in the ledger, and each rejected line to be in the quarantine once.
    fileprivate func expectEachLineCountedOnce(_ log: TestLog) async throws {
        let lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A).count
        let counts = try await log.rows(
            """
            SELECT
                (SELECT sum(accepted + duplicates + rejected) FROM log.batch),
                (SELECT sum(deliveries) FROM log.delivery),
                (SELECT sum(accepted) FROM log.batch)
                    - (SELECT count(*) FROM log.permission_event) - (SELECT count(*) FROM log.engagement_event WHERE type >= 'notification_sent'),
                (SELECT sum(rejected) FROM log.batch) - (SELECT count(*) FROM log.quarantine)
            """)
        #expect(counts == [["\(lines)", "\(lines)", "0", "0"]])
    }
}
