import EventLog
import Events
import Foundation
import Ingest
import TestSupport
import Testing

private func lines(_ numbers: some Sequence<Int>) -> [String] {
    numbers.map { EventLines.line($0 % 5 == 0 ? "prompt_shown" : "app_opened", id: 1_000 + $0, installation: $0 % 9) }
}

/// Returns how many deliveries were accepted, duplicates and rejected.
private func counts(_ report: Ingest.Report) -> [Int] {
    [report.outcome.accepted, report.outcome.duplicates, report.outcome.rejected]
}

@Suite struct OddFileTests {
    /// One batch, many, and so many that the file has more batches than one run of expected duplicates
    /// (`DuplicateForecast`).
    private static let batchSizes = [10_000, 100, 13]

    @Test(arguments: batchSizes) func ofAFileWhoseEveryEventIsADuplicateNothingIsStored(batchSize: Int) async throws {
        try await withLog { log, folder in
            let all = lines(0..<1_000)
            try await log.ingest(all.joined(separator: "\n").write(to: folder, "a.ndjson"), batchSize: 300)
            let stored = try await log.rows("SELECT e::text FROM log.engagement_event AS e ORDER BY 1")
            // A writer with empty caches, and the one that stored the events.
            let others = [try await TestLog(log.database), log]
            for (number, other) in others.enumerated() {
                let path = try (all.reversed() + ["bad \(number)"]).joined(separator: "\n").write(
                    to: folder, "\(number)")
                #expect(counts(try await other.ingest(path, batchSize: batchSize)) == [0, 1_000, 1])
            }
            #expect(try await log.rows("SELECT e::text FROM log.engagement_event AS e ORDER BY 1") == stored)
        }
    }

    @Test(arguments: batchSizes) func ofAFileWhoseEverySecondEventIsADuplicateTheOthersAreStored(batchSize: Int)
        async throws
    {
        try await withLog { log, folder in
            let old = lines(0..<500)
            try await log.ingest(old.joined(separator: "\n").write(to: folder, "a.ndjson"))
            let mixed = zip(old, lines(500..<1_000)).flatMap { [$0, $1] }
            let other = try await TestLog(log.database)
            let path = try mixed.joined(separator: "\n").write(to: folder, "b.ndjson")
            #expect(counts(try await other.ingest(path, batchSize: batchSize)) == [500, 500, 0])
            #expect(try await log.rows("SELECT count(*) FROM log.engagement_event") == [["1000"]])
            #expect(try await log.rows("SELECT count(*) FROM log.permission_event") == [["200"]])
        }
    }

    @Test(arguments: batchSizes) func aFileInWhichEveryEventStandsTwiceStoresEachOnce(batchSize: Int) async throws {
        try await withLog { log, folder in
            let all = lines(0..<500)
            let twice = all.flatMap { [$0, $0] }
            let path = try (twice + all.reversed()).joined(separator: "\n").write(to: folder, "a.ndjson")
            #expect(counts(try await log.ingest(path, batchSize: batchSize)) == [500, 1_000, 0])
            #expect(try await log.rows("SELECT count(*) FROM log.engagement_event") == [["500"]])
        }
    }

    @Test(arguments: batchSizes) func aFileOfNothingButBadLinesIsQuarantinedWhole(batchSize: Int) async throws {
        try await withLog { log, folder in
            let bad = (0..<1_000).map { "bad line \($0)" }
            let path = try bad.joined(separator: "\n").write(to: folder, "a.ndjson")
            #expect(counts(try await log.ingest(path, batchSize: batchSize)) == [0, 0, 1_000])
            let held = try await log.rows("SELECT convert_from(bytes, 'UTF8') FROM log.quarantine ORDER BY line")
            #expect(held == bad.map { [$0] })
            // Delivered again in another order: counted, but not kept twice.
            let again = try await TestLog(log.database)
            let reversed = try bad.reversed().joined(separator: "\n").write(to: folder, "b.ndjson")
            #expect(counts(try await again.ingest(reversed, batchSize: batchSize)) == [0, 0, 1_000])
            #expect(try await log.rows("SELECT count(*) FROM log.quarantine") == [["1000"]])
            #expect(try await log.rows("SELECT sum(rejected), sum(accepted) FROM log.batch") == [["2000", "0"]])
        }
    }

    @Test(arguments: [10_000, 4, 1]) func equalBadLinesAreCountedEachAndHeldAsOftenAsOneBatchHasThem(batchSize: Int)
        async throws
    {
        try await withLog { log, folder in
            let path = try [String](repeating: "bad", count: 10).joined(separator: "\n").write(to: folder, "a.ndjson")
            let report = try await log.ingest(path, batchSize: batchSize)
            #expect(counts(report) == [0, 0, 10])
            #expect(try await log.count("log.quarantine") == min(batchSize, 10))
            let counted = try await log.rows("SELECT sum(deliveries) FROM log.delivery WHERE outcome = 'rejected'")
            #expect(counted == [["10"]])
        }
    }

    @Test func aCopyInAnotherOffsetWhoseDateLiesInAnotherMonthIsACopy() async throws {
        try await withLog { log, folder in
            let copies = ["2026-03-01T00:30:00+09:00", "2026-02-28T15:30:00Z", "2026-02-28T01:30:00.000-14:00"].map {
                EventLines.line("app_opened", id: 1, at: $0)
            }
            for (number, copy) in copies.enumerated() {
                let report = try await TestLog(log.database).ingest(copy.write(to: folder, "\(number).ndjson"))
                #expect(counts(report) == (number == 0 ? [1, 0, 0] : [0, 1, 0]))
            }
            // A microsecond apart in two months: two events.
            let edge = ["2026-02-28T23:59:59.999999Z", "2026-03-01T00:00:00Z"].map {
                EventLines.line("app_opened", id: 2, at: $0)
            }
            let report = try await log.ingest(edge.joined(separator: "\n").write(to: folder, "edge.ndjson"))
            #expect(counts(report) == [2, 0, 0])
        }
    }

    @Test(.timeLimit(.minutes(20))) func twoWorkersAtTheSameFileIngestItOnce() async throws {
        try await withLog { log, folder in
            let path = try lines(0..<2_000).joined(separator: "\n").write(to: folder, "a.ndjson")
            let reports = try await withThrowingTaskGroup(of: Ingest.Report.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await TestLog(log.database).ingest(path, batchSize: 50) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reports.filter { !$0.isSkipped }.map(\.outcome.accepted) == [2_000])
            // The last batch marks the file as complete.
            #expect(try await log.rows("SELECT count(*), sum(accepted) FROM log.batch") == [["41", "2000"]])
        }
    }
}
