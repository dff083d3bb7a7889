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
    @Test func aFileThatIsNamedForLinesIsReadByLinesWhateverItsFirst() async throws {
        try await withLog { log, folder in
            for (place, beginning) in ["[", "[1,", "[{}]", "{\n\"id\"", "{\"id\": 1,\n}"].enumerated() {
                let bad = beginning.split(separator: "\n").count
                for (number, name) in ["a.ndjson", "a.jsonl", "a.ndjson.gz", "a.jsonl.zst"].enumerated() {
                    let two = twoEvents(10 * place + number)
                    let data = Data("\(beginning)\n\(two[0])\n\(two[1])\n".utf8)
                    let packed = Packing.allCases.first { name.hasSuffix($0.ending) }?.pack(data) ?? data
                    let report = try await log.ingest(packed.write(to: folder, "\(place)" + name))
                    #expect(report.outcome.accepted == 2 && report.outcome.rejected == bad, "\(beginning): \(name)")
                }
            }
        }
    }

    @Test func anArrayOfEventsIsRecognisedWhateverTheName() async throws {
        let forms = ["[%, %]", "[\n%,\n%\n]\n", " [ % ,\n % ]", "\u{FEFF}[%,%]", "[%]\n[%]\n", "[%]\n%\n"]
        try await withLog { log, folder in
            for (place, form) in forms.enumerated() {
                for (number, name) in ["a.ndjson", "a.jsonl", "a.ndjson.gz", "a.JSONL.zst"].enumerated() {
                    let two = twoEvents(10 * place + number)
                    let text = zip(form.split(separator: "%", omittingEmptySubsequences: false), two + [""])
                    let data = Data(text.map { $0 + $1 }.joined().utf8)
                    let packed = Packing.allCases.first { name.lowercased().hasSuffix($0.ending) }?.pack(data) ?? data
                    let report = try await log.ingest(packed.write(to: folder, "\(place)" + name))
                    #expect(report.outcome.accepted == 2 && report.outcome.rejected == 0, "\(form): \(name)")
                }
            }
        }
    }

    /// Returns two events that no other number has.
    private func twoEvents(_ number: Int) -> [String] {
        [1, 2].map { EventLines.line("app_opened", id: 2 * number + $0) }
    }

    @Test(arguments: ["[]", "[ ]\n"]) func anEmptyArrayHasNoEvents(text: String) async throws {
        try await withLog { log, folder in
            let report = try await log.ingest(text.write(to: folder, "a.ndjson"))
            #expect(report.outcome.deliveries == 0 && report.isReadable == nil)
        }
    }

    @Test(arguments: ["", " ", ",", ", ", "\t,\t"])
    func severalObjectsOnALineAreSaid(between: String) async throws {
        try await withLog { log, folder in
            let text = events[0] + "\n" + events[1] + between + events[2] + "\n" + events[3]
            for name in ["a.ndjson", "b.json", "c"] {
                let report = try await log.ingest(text.write(to: folder, name))
                #expect(report.outcome.rejectedByReason == [.invalidJSON: 1] || report.isSkipped)
                #expect(report.lineOfSeveralObjects == (report.isSkipped ? nil : 2))
            }
            let details = try await log.rows("SELECT line, detail FROM log.quarantine")
            #expect(details.count == 1 && details[0][0] == "2")
            #expect(details[0][1]?.hasSuffix(": several objects on one line: write one per line") == true)
        }
    }

    @Test func aLineThatIsTooLongBecauseItHasSeveralObjectsIsSaidToHaveThem() async throws {
        try await withLog { log, folder in
            let many = (0..<300).map { EventLines.line("app_opened", id: $0) }
            let report = try await log.ingest(many.joined().write(to: folder, "a.json"))
            #expect(report.outcome.rejectedByReason == [.tooLarge: 1] && report.lineOfSeveralObjects == 1)
            #expect(report.isReadable == false)
            let detail = try await log.rows("SELECT detail FROM log.quarantine")[0][0]
            #expect(
                detail == "several objects on one line: write one per line; it has \(many.joined().utf8.count) bytes")
            let whole = try await log.ingest((many.joined() + "\n").write(to: folder, "b.json"), format: .json)
            #expect(whole.outcome.accepted == 300 && whole.lineOfSeveralObjects == nil)
        }
    }

    /// A reject, but an event.
    private static let tooLarge = EventLines.line(
        "app_opened", id: 1, data: #"{"a":"\#(String(repeating: "x", count: 8_185))"}"#)

    @Test(arguments: [13, 10_000]) func whetherAFileIsReadableIsTheSameAnswerAgain(batchSize: Int) async throws {
        try await withLog { log, folder in
            let bad = (0..<50).map { "no events \($0)" }
            let files: [(lines: [String], isReadable: Bool?)] = [
                (bad, false), (bad + ["{}"], true), (bad + [events[0]], true), (["", " "], nil),
                ([String(repeating: "x", count: 70_000)], false), ([Self.tooLarge], true),
            ]
            for (number, file) in files.enumerated() {
                let path = try file.lines.joined(separator: "\n").write(to: folder, "\(number).ndjson")
                for isAgain in [false, true] {
                    let report = try await log.ingest(path, format: nil, batchSize: batchSize)
                    #expect(report.isSkipped == isAgain && report.isReadable == file.isReadable, "\(number)")
                }
            }
        }
    }

    @Test func aFormatThatIsSaidIsNotRecognised() async throws {
        try await withLog { log, folder in
            let path = try ("[\n" + events[0] + "\n]").write(to: folder, "a.json")
            let report = try await log.ingest(path, format: .ndjson)
            #expect(report.outcome.accepted == 1 && report.outcome.rejected == 2)
            let array = try "[\n\(events[1]), \(events[2])]\n".write(to: folder, "b.ndjson")
            #expect(try await log.ingest(array, format: .ndjson).outcome.rejected == 2)
        }
    }
}
