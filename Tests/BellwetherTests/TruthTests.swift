import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// The size that the project holds itself to.
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
            try bench.expectTruth()
            // Computing everything anew changes nothing.
            try bench.run("project", "--quiet", "--rebuild")
            try bench.expectTruth(report: "rebuilt")
        }
    }

    @Test func aProgramKilledAtAnyMomentAndRepeatedGivesTheTruth() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: installations, days: days)
            var killed = 0
            for _ in 0..<20 {
                let process = ProgramRun.process(
                    ["ingest", "--quiet", "events.ndjson"], database: bench.database.target, in: bench.folder)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                try await Task.sleep(for: .milliseconds(Int.random(in: 20...400)))
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                if process.terminationReason == .uncaughtSignal { killed += 1 }
            }
            #expect(killed >= 10, "the ingest was over before it could be killed often enough")
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.expectTruth()
            try await bench.expectEachLineCountedOnce()
        }
    }
}

extension Workbench {
    /// The lines of the events in random order, a third of them twice, in so many pieces.
    fileprivate func shuffledPieces(count: Int) throws -> [Data] {
        var lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A)
        lines += lines.filter { _ in Int.random(in: 0..<3) == 0 }
        lines.shuffle()
        let size = lines.count / count + 1
        return stride(from: 0, to: lines.count, by: size).map { start in
            Data(lines[start..<min(start + size, lines.count)].joined(separator: [0x0A]))
        }
    }

    /// Each delivery has one outcome in the ledger, and each bad line is in the quarantine once.
    fileprivate func expectEachLineCountedOnce() async throws {
        let lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A).count
        let log = try await TestLog(database)
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
