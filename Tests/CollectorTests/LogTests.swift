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
            let text = lines.all.joined(separator: "\n")
            #expect(!text.contains(key.text) && !text.contains("payload") && !text.contains("00000000aa"))
            let rows = try lines.all.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String] }
            let request = try #require(rows.first { $0?["message"] == "request" && $0?["status"] == "200" } ?? nil)
            #expect(request["path"] == "/v1/events" && request["method"] == "POST" && request["client"] == "127.0.0.1")
            #expect(request["level"] == "debug" && request["time"] != nil)
        }
    }
}

/// Collects lines of a log.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
