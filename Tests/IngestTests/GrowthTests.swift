import EventLog
import Foundation
import Ingest
import TestSupport
import Testing

private let events = (0..<30).map { EventLines.line("app_opened", id: 1_000 + $0, installation: $0 % 7) }
private func text(_ range: Range<Int>) -> String { events[range].map { $0 + "\n" }.joined() }

@Suite struct GrowthTests {
    @Test func ofAFileThatGrewTheRestIsIngested() async throws {
        try await withLog { log, folder in
            try await log.ingest(text(0..<10).write(to: folder, "a.ndjson"), batchSize: 4)
            for end in [20, 30] {
                let report = try await log.ingest(text(0..<end).write(to: folder, "a.ndjson"), batchSize: 4)
                #expect(report.resumedAfterLine == end - 10)
                #expect(report.outcome.accepted == 10 && report.outcome.deliveries == 10)
            }
            #expect(try await log.ingest(text(0..<30).write(to: folder, "b.ndjson")).isSkipped)
        }
    }

    @Test func thePathOfAFileThatGrewMayBeOfAnyLength() async throws {
        try await withLog { log, folder in
            // Longer than an index entry may be, and not compressible.
            let names = (0..<20).map { _ in (0..<5).map { _ in UUID().uuidString }.joined() }
            let deep = ([folder] + names).joined(separator: "/")
            try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
            try await log.ingest(text(0..<10).write(to: deep, "a.ndjson"))
            let report = try await log.ingest(text(0..<20).write(to: deep, "a.ndjson"))
            #expect(report.resumedAfterLine == 10)
        }
    }

    @Test func whatWasRejectedBeforeTheGrowthIsNotCountedAgain() async throws {
        try await withLog { log, folder in
            try await log.ingest(("\nbad\n \t \r\n" + text(0..<10) + "\r\n\n").write(to: folder, "a.ndjson"))
            let report = try await log.ingest(
                ("\nbad\n \t \r\n" + text(0..<10) + "\r\n\nworse\n").write(to: folder, "a.ndjson"))
            #expect(report.resumedAfterLine == 15 && report.outcome.deliveries == 1)
            #expect(try await log.rows("SELECT line FROM log.quarantine ORDER BY line") == [["2"], ["16"]])
        }
    }

    @Test(arguments: Packing.allCases) func aCompressedFileGrowsByFurtherMembers(packing: Packing) async throws {
        try await withLog { log, folder in
            let first = packing.pack(Data(text(0..<10).utf8))
            try await log.ingest(first.write(to: folder, "a"))
            let second = packing.pack(Data(text(10..<20).utf8))
            let report = try await log.ingest((first + second).write(to: folder, "a"))
            #expect(report.resumedAfterLine == 10 && report.outcome.accepted == 10)
        }
    }

    @Test func aLastLineWithoutAnEndThatIsContinuedLosesNothing() async throws {
        try await withLog { log, folder in
            let half = events[10].prefix(50)
            try await log.ingest((text(0..<10) + half).write(to: folder, "a.ndjson"))
            let report = try await log.ingest(text(0..<12).write(to: folder, "a.ndjson"))
            #expect(report.resumedAfterLine == 0)
            #expect(report.outcome.accepted == 2 && report.outcome.duplicates == 10)
            // The last line was complete; only its line end is new.
            try await log.ingest(String(text(0..<15).dropLast()).write(to: folder, "a.ndjson"))
            let third = try await log.ingest(text(0..<16).write(to: folder, "a.ndjson"))
            #expect(third.outcome.accepted == 1)
            #expect(try await log.count("log.engagement_event") == 16)
        }
    }

    @Test func aFileThatWasReplacedOrCutIsReadFromItsStart() async throws {
        try await withLog { log, folder in
            try await log.ingest(text(0..<10).write(to: folder, "a.ndjson"))
            let other = try await log.ingest(text(5..<20).write(to: folder, "a.ndjson"))
            #expect(other.resumedAfterLine == 0 && other.outcome.accepted == 10 && other.outcome.duplicates == 5)
            let cut = try await log.ingest(text(0..<9).write(to: folder, "a.ndjson"))
            #expect(cut.resumedAfterLine == 0 && cut.outcome.duplicates == 9 && !cut.isSkipped)
        }
    }

    @Test func anInterruptedGrowthGoesOn() async throws {
        try await withLog { log, folder in
            try await log.ingest(text(0..<10).write(to: folder, "a.ndjson"))
            let path = try text(0..<30).write(to: folder, "a.ndjson")
            try await log.ingest(path, batchSize: 5)
            try await log.forgetBatches(from: 21)
            let report = try await log.ingest(path, batchSize: 5)
            #expect(report.resumedAfterLine == 20 && report.outcome.accepted == 10)
            try await log.forgetBatches(from: 11)
            #expect(try await log.ingest(path).resumedAfterLine == 10)
            #expect(try await log.count("log.engagement_event") == 30)
        }
    }
}
