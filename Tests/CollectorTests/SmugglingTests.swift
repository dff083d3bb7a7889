import Collector
import Foundation
import TestSupport
import Testing

@Suite struct SmugglingTests {
    /// Returns the server's answer to malformed bytes; nil if it closes without an answer.
    private func answer(_ bench: CollectorBench, _ text: String) async throws -> Reply? {
        try await bench.connect(patience: 20) { connection in
            connection.send(text)
            return connection.receive()
        }
    }

    private static let ambiguous = [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 6",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Content-Length: -1", "Content-Length: 5x",
        "Content-Length : 5", "X: \u{0}",
    ]

    @Test func ambiguousLengthsAreNoRequest() async throws {
        try await CollectorBench.run { bench in
            let smuggled = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
            for headers in Self.ambiguous {
                let head = "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(headers)\r\n\r\n"
                let reply = try await answer(bench, head + "0\r\n\r\n\(smuggled)")
                #expect(reply == nil || reply?.status == 400, "\(headers)")
            }
            try await expect(bench.stored() == 0)
            try await expect(bench.request("GET", "/healthz").status == 200)
        }
    }

    private static let forbidden = [
        ("HTTP/1.0", "Transfer-Encoding: chunked\r\nHost: x", 400),
        ("HTTP/1.1", "Content-Length: 2", 400),
        ("HTTP/1.1", "Host: x\r\nHost: x\r\nContent-Length: 2", 400),
        ("HTTP/1.0", "Host: x\r\nHost: y\r\nContent-Length: 2", 400),
        ("HTTP/1.1", "Host: x/y@z\r\nContent-Length: 2", 400),
        ("HTTP/1.1", "Host: x\r\nTransfer-Encoding: gzip, chunked", 501),
        ("HTTP/1.1", "Host: x\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked", 501),
        ("HTTP/1.1", "Host: x\r\nExpect: a-miracle\r\nContent-Length: 2", 417),
        ("HTTP/1.1", "Host: x\r\nTransfer-Encoding:\r\nContent-Length: 2", 501),
    ]

    /// Requests that a proxy may read differently than the collector, or that ask for what we don't support, are
    /// refused, and the connection is closed.
    @Test func whatTheStandardsForbidIsRefused() async throws {
        try await CollectorBench.run { bench in
            for (version, headers, status) in Self.forbidden {
                let head = "POST /v1/events \(version)\r\nContent-Type: application/json\r\n\(headers)\r\n\r\n"
                let body = headers.contains("chunked") ? "2\r\n[]\r\n0\r\n\r\n" : "[]"
                let reply = try await answer(bench, head + body)
                #expect(reply?.status == status && reply?.headers["connection"] == "close", "\(headers)")
            }
        }
    }

    /// A fault in the body of a request. One in its head is answered by the server that the collector is built on.
    @Test func aBodyWhoseChunksCannotBeReadIsRefused() async throws {
        try await CollectorBench.run { bench in
            let head = "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            let reply = try await answer(bench, head + "Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\nno size\r\n")
            #expect(reply?.status == 400 && reply?.code == "malformed_request", "\(reply?.body ?? "no answer")")
            #expect(reply?.headers["connection"] == "close")
        }
    }

    private static let lastRequests = [
        ("Host: a\r\nHost: b", 400), ("Host: a\r\nTransfer-Encoding: gzip, chunked", 501),
        ("Host: a\r\nConnection: Close", 200), ("Host: a\r\nConnection: te, close", 200),
        ("Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c", 200),
    ]

    /// After an ambiguous request, one that says it is the last, or one that asks for another protocol, nothing more is
    /// read, and the connection is closed right away.
    @Test func whatFollowsTheLastRequestIsNotRead() async throws {
        try await CollectorBench.run { bench in
            let body = line(1)
            let smuggled = CollectorBench.head(ofEvents: body.utf8.count) + body
            for (headers, status) in Self.lastRequests {
                let started = ContinuousClock.now
                let answers = try await bench.connect(patience: 20) { connection in
                    connection.send("GET /healthz HTTP/1.1\r\n\(headers)\r\n\r\n\(smuggled)")
                    return [connection.receive()?.status, connection.receive()?.status]
                }
                #expect(answers == [status, nil] && ContinuousClock.now - started < .seconds(20), "\(headers)")
            }
            try await expect(bench.stored() == 0)
        }
    }

    private static let allowed = [
        ("HTTP/1.0", "Content-Length: 2"), ("HTTP/1.1", "Host:\r\nContent-Length: 2"),
        ("HTTP/1.1", "Host: [::1]:8080\r\nTransfer-Encoding: Chunked"),
        ("HTTP/1.1", "Host: x\r\nx-bellwether-fault: host\r\nContent-Length: 2"),
    ]

    @Test func whatTheStandardsAllowIsTaken() async throws {
        try await CollectorBench.run { bench in
            for (version, headers) in Self.allowed {
                let head = "POST /v1/events \(version)\r\nContent-Type: application/json\r\n\(headers)\r\n\r\n"
                let body = headers.contains("Chunked") ? "2\r\n[]\r\n0\r\n\r\n" : "[]"
                let reply = try await answer(bench, head + body)
                #expect(reply?.status == 200, "\(headers)")
            }
        }
    }

    @Test func headsWithoutEndAreCutOff() async throws {
        try await CollectorBench.run { bench in
            let long = "GET /healthz HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n"
            let reply = try await answer(bench, long)
            #expect(reply == nil || (400..<500).contains(reply?.status ?? 0))
            let many = (0..<5_000).map { "X\($0): 1\r\n" }.joined()
            let other = try await answer(bench, "GET /healthz HTTP/1.1\r\nHost: x\r\n\(many)\r\n")
            #expect(other == nil || (400..<500).contains(other?.status ?? 0))
            try await expect(bench.request("GET", "/healthz").status == 200)
        }
    }

    @Test func oneConnectionTakesRequestsOneAfterTheOther() async throws {
        try await CollectorBench.run { bench in
            let replies = try await bench.connect { connection in
                for id in 1...3 {
                    let body = line(id)
                    connection.send(CollectorBench.head(ofEvents: body.utf8.count) + body)
                }
                return (0..<3).map { _ in connection.receive()?.accepted }
            }
            #expect(replies == [1, 1, 1])
        }
    }

    @Test func anAnswerToHEADHasNoBodyWhateverItSays() async throws {
        try await CollectorBench.run { bench in
            let statuses = try await bench.connect { connection in
                return ["/v1/events", "/nothing", "/healthz"].flatMap { path -> [Int?] in
                    connection.send(CollectorBench.head("HEAD", path, length: 0))
                    let head = connection.receive(isHead: true)?.status
                    connection.send(CollectorBench.head("GET", "/healthz", length: 0))
                    return [head, connection.receive()?.status]
                }
            }
            #expect(statuses == [405, 200, 404, 200, 200, 200])
        }
    }

    @Test func arbitraryBytesStopNothing() async throws {
        try await CollectorBench.run { bench in
            var random = SystemRandomNumberGenerator()
            for _ in 0..<50 {
                let bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
                _ = try await bench.request(
                    "POST", "/v1/events", ["Content-Type: application/json"], body: [0x5B] + bytes)
                _ = try await bench.request("POST", "/v1/events", ["Content-Type: application/x-ndjson"], body: bytes)
                _ = try await bench.request(
                    "POST", "/v1/batch", ["Content-Type: application/json"], body: [0x7B] + bytes)
                _ = try await bench.connect { connection in
                    connection.send(bytes)
                    connection.endSending()
                    return connection.receive() == nil
                }
            }
            try await expect(bench.post(line(1)).accepted == 1)
        }
    }
}
