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
}

extension Workbench {
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
}
