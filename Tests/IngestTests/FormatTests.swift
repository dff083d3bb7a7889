import EventLog
import Events
import Foundation
import Ingest
import Postgres
import TestSupport
import Testing

private let events = (0..<30).map { EventLines.line("app_opened", id: 1_000 + $0, installation: $0 % 7) }

extension TestLog {
    /// Ingests a file in a format with a new session.
    func ingest(
        _ path: String, format: Format?, batchSize: Int = Ingest.batchSize,
        now: @escaping @Sendable () -> Timestamp = { TestLog.now }
    ) async throws -> Ingest.Report {
        let session = try await database.session(as: .ingest)
        let ingest = Ingest(session: session, batchSize: batchSize, format: format, now: now)
        let report = try await ingest.ingest(.file(path: path))
        await session.close()
        return report
    }

    /// Deletes the batches of the newest file from a record on, as if the run had been killed before them.
    func forgetBatches(from record: Int) async throws {
        for table in ["delivery", "engagement_event", "batch"] {
            _ = try await rows(
                """
                DELETE FROM log.\(table) WHERE batch_id IN (
                    SELECT batch_id FROM log.batch
                    WHERE first_line >= \(record) AND source_file = (SELECT max(source_file) FROM log.source_file)
                )
                """)
        }
    }

    /// Returns the number of rows of a table.
    func count(_ table: String) async throws -> Int {
        Int(try await rows("SELECT count(*) FROM \(table)")[0][0] ?? "") ?? -1
    }
}

@Suite struct FormatTests {
    @Test(arguments: ["[", "[1,", "[{}]", "{\n\"id\"", "{\"id\": 1,\n}"])
    func aFileThatIsNamedForLinesIsReadByLinesWhateverItsFirst(beginning: String) async throws {
        try await withLog { log, folder in
            let bad = beginning.split(separator: "\n").count
            for (number, name) in ["a.ndjson", "a.jsonl", "a.ndjson.gz", "a.jsonl.zst"].enumerated() {
                let data = Data("\(beginning)\n\(events[number])\n\(events[number + 10])\n".utf8)
                let packed = Packing.allCases.first { name.hasSuffix($0.ending) }?.pack(data) ?? data
                let report = try await log.ingest(packed.write(to: folder, name))
                #expect(report.outcome.accepted == 2 && report.outcome.rejected == bad, "\(name)")
            }
        }
    }

    @Test func aFormatThatIsSaidIsNotRecognised() async throws {
        try await withLog { log, folder in
            let path = try ("[\n" + events[0] + "\n]").write(to: folder, "a.json")
            let report = try await log.ingest(path, format: .ndjson)
            #expect(report.outcome.accepted == 1 && report.outcome.rejected == 2)
            let array = try "[\n\(events[1]), \(events[2])]\n".write(to: folder, "b.ndjson")
            #expect(try await log.ingest(array, format: .json).outcome.accepted == 2)
        }
    }
}
