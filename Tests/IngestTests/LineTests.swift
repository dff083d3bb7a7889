import EventLog
import Events
import Foundation
import Ingest
import TestSupport
import Testing

/// Ingests the text from a file. Returns the outcome and the line numbers in the quarantine.
private func ingest(_ text: String) async throws -> (outcome: Outcome, lines: [Int]) {
    try await ingest(Data(text.utf8))
}

private func ingest(_ data: Data) async throws -> (outcome: Outcome, lines: [Int]) {
    try await withLog { log, folder in
        let report = try await log.ingest(data.write(to: folder, "events.ndjson"))
        let lines = try await log.rows("SELECT line FROM log.quarantine ORDER BY line").map { Int($0[0]!)! }
        return (report.outcome, lines)
    }
}

@Suite struct LineTests {
    @Test func anEmptyFileHasNoEvents() async throws {
        #expect(try await ingest("").outcome.deliveries == 0)
        #expect(try await ingest("\u{FEFF}").outcome.deliveries == 0)
        #expect(try await ingest("\n \t\r\n\r\n").outcome.deliveries == 0)
    }

    @Test func aByteOrderMarkIsSkippedAtTheStartAlone() async throws {
        let one = EventLines.line("prompt_shown", id: 1)
        let two = EventLines.line("prompt_granted", id: 2)
        let result = try await ingest("\u{FEFF}\(one)\n\u{FEFF}\(two)\n")
        #expect(result.outcome.accepted == 1)
        #expect(result.outcome.rejectedByReason == [.invalidJSON: 1])
        #expect(result.lines == [2])
    }

    @Test func aLineOf64KiBIsTheLongest() async throws {
        try await withLog { log, folder in
            for (place, end) in ["\n", "\r\n", ""].enumerated() {
                for length in [65_535, 65_536, 65_537] {
                    let line = EventLines.line("prompt_shown", id: 3 * length + place)
                    let padded = line + String(repeating: " ", count: length - line.utf8.count)
                    let path = try (padded + end).write(to: folder, "\(length)-\(place).ndjson")
                    let outcome = try await log.ingest(path).outcome
                    #expect(outcome.accepted == (length <= 65_536 ? 1 : 0))
                    #expect(outcome.rejectedByReason == (length <= 65_536 ? [:] : [.tooLarge: 1]))
                }
            }
        }
    }

    @Test func aBinaryFileIsRejectsAndNoError() async throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let result = try await ingest(bytes)
        #expect(result.outcome.accepted == 0)
        #expect(result.outcome.rejected == result.outcome.deliveries)
        #expect(result.outcome.rejected > 0)
    }
}
