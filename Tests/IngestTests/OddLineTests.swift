import EventLog
import Events
import Foundation
import Ingest
import TestSupport
import Testing

private func line(_ id: Int, _ data: String) -> String { EventLines.line("app_opened", id: id, data: data) }

/// JSON that PostgreSQL's `jsonb` or `text` can't hold, and other traps. Each is rejected.
private let traps: [[UInt8]] =
    [
        line(1, #"{"a":"\u0000"}"#), line(2, #"{"\u0000":1}"#), line(3, #"{"a":"\ud800"}"#),
        line(4, #"{"a":"\udc00\ud800"}"#), line(5, #"{"a":1e400000}"#), line(6, #"{"a":-1e309}"#),
        line(7, #"{"a":1,"a":2}"#), line(8, #"{"a":\#(String(repeating: "[", count: 50_000))"#),
        line(9, #"{"a":\#(String(repeating: "[", count: 3_000) + String(repeating: "]", count: 3_000))}"#),
        String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 100_000),
        "\u{FEFF}" + line(10, "{}"), line(11, "{}") + "\u{0}", "\u{0}",
    ].map { Array($0.utf8) } + [
        Array(#"{"id":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8), [0xC0, 0x80], [0xFF, 0xFE, 0x7B, 0x00],
    ]

/// Unusual but valid JSON, which the log must store.
private let oddities: [String] = [
    line(101, #"{"a":1e308,"b":-1e-308,"c":0e-0,"d":5E+3}"#),
    line(102, #"{"a":\#(String(repeating: "7", count: 300)),"b":0.\#(String(repeating: "3", count: 7_000))e-308}"#),
    line(103, #"{"a":"\ud83d\ude00\u00e9\/\b\f","":{"":[]}}"#),
    line(104, #"{"a":\#(String(repeating: "[", count: 30) + String(repeating: "]", count: 30))}"#),
    line(105, #"{"a":"\u0001\u001f\u007f\u2028\ufeff\uffff"}"#),
    EventLines.line("notification_opened", id: 106, data: #"{"notification_id":"\u0001\ufeff","campaign":"\\N"}"#),
    EventLines.line("app_opened", id: 107, more: #","locale":"\t\\.","app_version":"\\N","x":[{"a":1,"a":2}]"#),
]

@Suite struct OddLineTests {
    @Test(arguments: [1, 7, 10_000]) func aTrapIsOneRejectAndNeverAnErrorOfItsBatch(batchSize: Int) async throws {
        try await withLog { log, folder in
            let good = (0..<50).map { line(1_000 + $0, #"{"a":1}"#) } + oddities
            var lines: [[UInt8]] = good.map { Array($0.utf8) }
            for (number, trap) in traps.enumerated() { lines.insert(trap, at: number * 3 + 1) }
            let path = folder + "/a.ndjson"
            try Data(lines.joined(separator: [0x0A])).write(to: URL(fileURLWithPath: path))
            let report = try await log.ingest(path, batchSize: batchSize)
            #expect(report.outcome.accepted == good.count)
            #expect(report.outcome.rejectedByReason == [.invalidJSON: 12, .invalidUTF8: 3, .tooLarge: 2])
            let places = try await log.rows("SELECT line FROM log.quarantine ORDER BY line").map { $0[0] }
            #expect(places == traps.indices.map { "\($0 * 3 + 2)" })
        }
    }
}
