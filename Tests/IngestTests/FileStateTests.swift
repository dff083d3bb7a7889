import EventLog
import Foundation
import Ingest
import TestSupport
import Testing

@Suite struct FileStateTests {
    private let lines = (0..<5_000).map { EventLines.line("app_opened", id: 1_000 + $0) }

    @Test func twoFilesThatDifferOnlyInTheMiddleAreTwoFiles() async throws {
        try await withLog { log, folder in
            var other = lines
            other[2_500] = EventLines.line("app_opened", id: 9_000)
            let first = try lines.joined(separator: "\n").write(to: folder, "a.ndjson")
            let second = try other.joined(separator: "\n").write(to: folder, "b.ndjson")
            #expect(try await log.ingest(first).outcome.accepted == 5_000)
            let report = try await log.ingest(second)
            #expect(!report.isSkipped && report.outcome.accepted == 1 && report.outcome.duplicates == 4_999)
            #expect(try await log.ingest(first).isSkipped)
            #expect(try await log.ingest(second).isSkipped)
            #expect(try await log.rows("SELECT count(*), count(hash) FROM log.source_file") == [["2", "2"]])
        }
    }

    @Test func aFileWhoseTimeAloneChangesWhileItIsReadIsComplete() async throws {
        try await withLog { log, folder in
            let path = try lines.joined(separator: "\n").write(to: folder, "a.ndjson")
            let report = try await log.ingest(path, format: nil) {
                try? FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: path)
                return TestLog.now
            }
            #expect(report.outcome.accepted == 5_000)
            #expect(try await log.ingest(path).isSkipped)
        }
    }
}
