import EventLog
import Events
import Foundation
import Ingest
import Postgres
import TestSupport
import Testing

private let events = (0..<30).map { EventLines.line("app_opened", id: 1_000 + $0, installation: $0 % 7) }

extension TestLog {
    /// Ingests a file in a format.
    func ingest(_ path: String, format: Format?, batchSize: Int = Ingest.batchSize) async throws -> Ingest.Report {
        let session = try await database.session(as: .ingest)
        let ingest = Ingest(session: session, batchSize: batchSize, format: format, now: { TestLog.now })
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
    @Test(arguments: [nil, Format.json]) func anArrayIsAnEventAnElement(format: Format?) async throws {
        try await withLog { log, folder in
            var elements = events
            elements[7] = #"{"id": "oops" ]"#
            let text = "[\n" + elements.joined(separator: " ,\n") + "\n]\n"
            let report = try await log.ingest(text.write(to: folder, "a.json"), format: format)
            #expect(report.outcome.accepted == 29 && report.outcome.rejectedByReason == [.invalidJSON: 1])
            let rows = try await log.rows("SELECT line, convert_from(bytes, 'UTF8') FROM log.quarantine")
            #expect(rows == [["7", elements[7]]])
        }
    }

    @Test func anInterruptedArrayGoesOnWhereItsLastBatchEnded() async throws {
        for packing in Packing.allCases {
            try await withLog { log, folder in
                let text = "[" + events.joined(separator: ",\n") + "]"
                let path = try packing.pack(Data(text.utf8)).write(to: folder, "a.json")
                try await log.ingest(path, batchSize: 10)
                try await log.forgetBatches(from: 20)
                let report = try await log.ingest(path, batchSize: 10)
                #expect(report.resumedAfterLine == 20 && report.outcome.accepted == 10)
                #expect(report.outcome.duplicates == 0)
                #expect(try await log.ingest(path).isSkipped)
            }
        }
    }

    @Test func theRestBehindGarbageIsOneRejectWhateverItHolds() async throws {
        try await withLog { log, folder in
            let text = "[" + events[..<5].joined(separator: ",") + " " + events[5]
            let report = try await log.ingest(text.write(to: folder, "a.json"))
            #expect(report.outcome.accepted == 5 && report.outcome.rejectedByReason == [.invalidJSON: 1])
            #expect(try await log.ingest(text.write(to: folder, "a.json")).isSkipped)
            let detail = try await log.rows("SELECT detail, line FROM log.quarantine")
            #expect(detail[0][0]?.contains("a comma or ]") == true && detail[0][1] == "5")
            // Longer than the bytes kept of one record.
            let long = "[" + events[6] + " x" + String(repeating: "y", count: 70_000)
            let second = try await log.ingest(long.write(to: folder, "b.json"))
            #expect(second.outcome.accepted == 1 && second.outcome.rejectedByReason == [.tooLarge: 1])
        }
    }

    @Test func whatIsNoObjectIsARejectOfItsOwn() async throws {
        try await withLog { log, folder in
            let text = "[1, \"x\", [\(events[0])], null, \(events[1])]"
            let report = try await log.ingest(text.write(to: folder, "a.json"))
            #expect(report.outcome.accepted == 1 && report.outcome.rejectedByReason == [.invalidJSON: 4])
        }
    }

    @Test(arguments: [65_535, 65_536, 65_537]) func anElementOf64KiBIsTheLongest(length: Int) async throws {
        try await withLog { log, folder in
            let padding = String(repeating: " ", count: length - events[0].utf8.count - 1)
            let element = "{\(padding) " + events[0].dropFirst()
            let report = try await log.ingest("[ \(element) ]".write(to: folder, "a.json"))
            #expect(report.outcome.accepted == (length <= 65_536 ? 1 : 0))
            #expect(report.outcome.rejectedByReason == (length <= 65_536 ? [:] : [.tooLarge: 1]))
        }
    }

    @Test func aLineThatMerelyBeginsLikeAnArrayStopsNoOther() async throws {
        let text = (["[2026-01-01 12:00:00,123] INFO started"] + events).joined(separator: "\n")
        let plain = Data(text.utf8)
        for data in [plain] + Packing.allCases.map({ $0.pack(plain) }) {
            try await withLog { log, folder in
                let path = try data.write(to: folder, "a.json")
                let report = try await log.ingest(path, batchSize: 10)
                #expect(report.outcome.accepted == 30 && report.outcome.rejectedByReason == [.invalidJSON: 1])
                let rejected = try await log.rows("SELECT line FROM log.quarantine")
                #expect(rejected == [["1"]])
                try await log.forgetBatches(from: 21)
                let again = try await log.ingest(path, batchSize: 10)
                #expect(again.resumedAfterLine == 20 && again.outcome.accepted == 11)
                #expect(again.outcome.duplicates == 0 && again.outcome.rejected == 0)
            }
        }
    }

    @Test func anEventOverSeveralLinesIsOneEvent() async throws {
        try await withLog { log, folder in
            let pretty = events[0].replacing(",\"", with: ",\n  \"").replacing("{", with: "{\n  ")
            let report = try await log.ingest(pretty.write(to: folder, "a.json"))
            #expect(report.outcome.accepted == 1 && report.outcome.deliveries == 1)
            let array = "[\n" + pretty + "\n]"
            #expect(try await log.ingest(array.write(to: folder, "b.json")).outcome.duplicates == 1)
        }
    }

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
