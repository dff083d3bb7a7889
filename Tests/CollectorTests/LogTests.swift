import Collector
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@Suite struct LogTests {
    @Test func requestsAreLoggedWithoutPayloadsAndKeys() async throws {
        let lines = Lines()
        let logger = Logger(label: "test") { _ in JSONLogHandler(level: .trace) { lines.append($0) } }
        try await CollectorBench.run(.keyed, logger: logger) { bench in
            let key = try await bench.makeKey()
            let body = "[\(line(1)),{\"id\":\"payload\"}]"
            try await expect(bench.retrying { try await bench.post(body, key: key.text) }.status == 200)
            _ = try await bench.post("payload", key: "payload", path: "/v1/events?payload")
            _ = try await bench.request("GET", "/v1/projects/\(key.text)/settings")
            let text = lines.all.joined(separator: "\n")
            #expect(!text.contains(key.text) && !text.contains("payload") && !text.contains("00000000aa"))
            let rows = try lines.all.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
            let request = try #require(
                rows.first { $0?["message"] as? String == "request" && $0?["status"] as? Int == 200 } ?? nil)
            #expect(request["path"] as? String == "/v1/events" && request["method"] as? String == "POST")
            #expect(request["client"] as? String == "127.0.0.1" && request["milliseconds"] is Int)
            #expect(request["level"] as? String == "debug" && request["time"] is String)
        }
    }

    @Test func aNumberIsANumberAndTextStaysText() throws {
        let lines = Lines()
        let logger = Logger(label: "test") { _ in JSONLogHandler(level: .trace) { lines.append($0) } }
        logger.info(
            "x",
            metadata: [
                "whole": .stringConvertible(7), "part": .stringConvertible(0.5), "truth": .stringConvertible(true),
                "nothing": .stringConvertible(Double.nan), "text": "7",
                "list": [.stringConvertible(1), "a\"\u{301}\r\n\u{301}"],
            ])
        #expect(lines.all.count == 1 && lines.all[0].contains(#""whole":7"#) && lines.all[0].contains(#""text":"7""#))
        let row = try #require(
            try JSONSerialization.jsonObject(with: Data(lines.all[0].utf8)) as? [String: Any])
        #expect(row["part"] as? Double == 0.5 && row["truth"] as? Bool == true && row["nothing"] as? String == "nan")
        let list = try #require(row["list"] as? [Any])
        #expect((list[1] as? String).map { Array($0.utf8) } == Array("a\"\u{301}\r\n\u{301}".utf8))
    }

    /// A line end and a combining mark, or two line ends, are one character for Swift.
    @Test(arguments: ["\n", "\r\n", "\n\u{301}", "\r", "\u{85}", "\u{2028}", "\u{1B}[2J"])
    func aLineOfTextIsOneLine(between: String) {
        let lines = Lines()
        let logger = Logger(label: "test") { _ in TextLogHandler(level: .trace) { lines.append($0) } }
        logger.info("one", metadata: ["path": "two\(between)three"])
        let scalars = lines.all.joined().unicodeScalars
        #expect(
            lines.all.count == 1 && scalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x85 && $0.value != 0x2028 })
    }

    @Test func aQuoteThatFormsOneCharacterWithItsNeighbourIsEscapedInALabel() {
        for (text, escaped) in [("\"\u{301}", "\\\"\u{301}"), ("\\\u{301}\n\u{301}", "\\\\\u{301}\\n\u{301}")] {
            #expect(Array(text.labelEscaped.utf8) == Array(escaped.utf8))
        }
    }
}

/// Collects lines of a log.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
