import Collector
import Foundation
import Ingest
import TestSupport
import Testing

@Suite struct LimitTests {
    private let json = ["Content-Type: application/json"]

    /// Shared members of a batch are looked up once, however many calls and members there are. Looking them up for each
    /// call took a minute.
    @Test(.timeLimit(.minutes(1))) func aBatchOfManyMembersAndCallsTakesNoTimeOfOthers() async throws {
        try await CollectorBench.run { bench in
            let members = Array(repeating: "\"é\":0,", count: 71_000).joined()
            let calls = Array(repeating: "{\"event\":\"app_opened\"}", count: 15_000).joined(separator: ",")
            let reply = try await bench.post("{\(members)\"batch\":[\(calls)]}", path: "/v1/batch")
            #expect(reply.status == 200 && reply.json["rejected_count"] as? Int == 15_000)
        }
    }

    @Test func aCloudEventInBinaryModeIsOneEvent() async throws {
        try await CollectorBench.run { bench in
            let headers = json + ["ce-specversion: 1.0", "ce-id: a", "ce-source: /a", "ce-type: app_opened"]
            let body = Array(("{\"x\":\"" + String(repeating: "x", count: 70_000) + "\"}").utf8)
            try await expect(bench.request("POST", "/v1/events", headers, body: body).status == 413)
        }
    }

    @Test func aBodyAtTheLimitIsTakenAndOneByteMoreIsNot() async throws {
        try await CollectorBench.run(.limited { $0.bodyBytes = 4_096 }) { bench in
            let padded = line(1) + String(repeating: " ", count: 4_096 - line(1).utf8.count)
            try await expect(bench.post(padded).accepted == 1)
            let reply = try await bench.post(padded + " ")
            #expect(reply.status == 413 && reply.code == "too_large")
            // Chunked, without a Content-Length.
            let chunked = try await bench.connect { connection in
                connection.send(
                    "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                connection.send("1001\r\n" + padded + " \r\n0\r\n\r\n")
                return try #require(connection.receive())
            }
            #expect(chunked.status == 413)
        }
    }

    @Test func aClientThatWaitsToBeAskedForItsBodyIsAsked() async throws {
        try await CollectorBench.run { bench in
            let statuses = try await bench.connect { connection in
                return (1...2).flatMap { id -> [Int?] in
                    let body = line(id)
                    let headers = ["Content-Type: application/json", "Expect: 100-continue"]
                    connection.send(CollectorBench.head("POST", "/v1/events", headers, length: body.utf8.count))
                    let asked = connection.receive()?.status
                    connection.send(body)
                    return [asked, connection.receive()?.status]
                }
            }
            #expect(statuses == [100, 200, 100, 200])
        }
    }

    @Test func gzipIsInflatedUpToItsLimit() async throws {
        try await CollectorBench.run(.limited { $0.inflatedBytes = 100_000 }) { bench in
            let headers = json + ["Content-Encoding: gzip"]
            let good = line(1) + String(repeating: " ", count: 100_000 - line(1).utf8.count)
            let taken = try await bench.request("POST", "/v1/events", headers, body: try gzipped(good))
            #expect(taken.accepted == 1)
            let bomb = try await bench.request("POST", "/v1/events", headers, body: try gzipped(good + " "))
            #expect(bomb.status == 413)
        }
    }

    @Test func damagedGzipIsUnreadable() async throws {
        try await CollectorBench.run { bench in
            let whole = try gzipped(line(1))
            for body in [Array(whole.dropLast(3)), whole + [1], Array("no gzip".utf8), []] {
                let reply = try await bench.request("POST", "/v1/events", json + ["Content-Encoding: gzip"], body: body)
                #expect(reply.status == 400 && reply.code == "unreadable_body")
            }
            let other = try await bench.request("POST", "/v1/events", json + ["Content-Encoding: br"], body: whole)
            #expect(other.status == 415 && other.headers["accept-encoding"] == "gzip")
            try await expect(bench.stored() == 0)
        }
    }

    @Test func moreEventsThanMayBeAreRefusedAsAWhole() async throws {
        try await CollectorBench.run(.limited { $0.events = 3 }) { bench in
            try await expect(bench.post("[{},{},{}]").reasons.count == 3)
            let reply = try await bench.post("[{},{},{},{}]")
            #expect(reply.status == 413 && reply.code == "too_large")
            #expect(reply.body.contains("The body has more than 3 events, nothing of it was stored: send it in parts."))
            let lines = try await bench.post("{}\n{}\n\n{}\n{}\n", type: "application/x-ndjson")
            #expect(lines.status == 413)
        }
    }

    @Test func noBodyOfGoodEventsHasTooMany() {
        let shortest = """
            {"id":"00000000-0000-4000-8000-000000000001","type":"push_unregistered","app_id":"a","device_id":"d",\
            "occurred_at":"2026-03-01T12:00:00Z"}
            """
        let limits = CollectorLimits()
        #expect(limits.inflatedBytes / (shortest.utf8.count + 1) <= limits.events)
        #expect(limits.events * 512 + limits.bodyBytes + limits.inflatedBytes <= 128 << 20)
    }

    @Test func moreThanTheMemoryHoldsIsToldToComeBack() async throws {
        try await CollectorBench.run(.limited { $0.memoryBytes = 10_000 }) { bench in
            let many = "[" + (1...30).map { line($0) }.joined(separator: ",") + "]"
            let reply = try await bench.post(many)
            #expect(reply.status == 429 && reply.headers["retry-after"] == "1")
            try await expect(bench.post(line(1)).accepted == 1)
        }
    }

    @Test func moreRequestsThanMayBeInWorkAreToldToComeBack() async throws {
        let settings = Collector.Settings.limited {
            $0.requests = 1
            // The waiting request must not be cut off, however slow the machine is.
            $0.bodyTime = .seconds(3_600)
            $0.idleTime = .seconds(3_600)
        }
        try await CollectorBench.run(settings) { bench in
            let waiting = try await bench.connect { connection in
                connection.send(CollectorBench.head(ofEvents: 10_000))
                connection.send("[")
                return connection
            }
            // Wait until the request is in flight, so that the next one can't overtake it.
            try await bench.waitFor(metric: "bellwether_requests_in_work 1.0")
            var status = try await bench.post(line(1)).status
            #expect(status == 429)
            waiting.cut()
            for _ in 0..<100 where status != 200 {
                status = try await bench.post(line(1)).status
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(status == 200)
        }
    }

    @Test func whoSendsABodyTooSlowlyIsToldAndCutOff() async throws {
        try await CollectorBench.run(.limited { $0.bodyTime = .milliseconds(500) }) { bench in
            let (reply, isClosed) = try await bench.connect { connection in
                connection.send(CollectorBench.head(ofEvents: 10_000))
                // What is sent after the answer could reset the connection before that is read.
                for _ in 0..<2 {
                    connection.send(" ")
                    usleep(150_000)
                }
                return (connection.receive(), connection.isClosed())
            }
            #expect(reply?.status == 408 && reply?.code == "too_slow")
            #expect(isClosed)
        }
    }

    @Test func whoSendsAHeadTooSlowlyIsCutOff() async throws {
        try await CollectorBench.run(.limited { $0.headTime = .milliseconds(500) }) { bench in
            let isClosed = try await bench.connect { connection in
                for byte in "POST /v1/ev".utf8 {
                    connection.send([byte])
                    usleep(100_000)
                }
                return connection.isClosed()
            }
            #expect(isClosed)
        }
    }

    /// A proxy that keeps a connection may use it for longer than a client may take for its first head.
    @Test func aConnectionThatServedARequestWaitsLongerForTheNext() async throws {
        let settings = Collector.Settings.limited {
            $0.headTime = .seconds(2)
            $0.idleTime = .seconds(60)
        }
        try await CollectorBench.run(settings) { bench in
            let statuses = try await bench.connect { connection in
                (1...2).map { id -> Int? in
                    if id == 2 { sleep(3) }
                    connection.send(CollectorBench.head(ofEvents: line(id).utf8.count))
                    connection.send(line(id))
                    return connection.receive()?.status
                }
            }
            #expect(statuses == [200, 200])
        }
    }

    @Test func anIdleConnectionIsCutOff() async throws {
        try await CollectorBench.run(.limited { $0.idleTime = .seconds(2) }) { bench in
            let (reply, isClosed) = try await bench.connect { connection in
                connection.send(CollectorBench.head(ofEvents: line(1).utf8.count))
                connection.send(line(1))
                return (connection.receive(), connection.isClosed())
            }
            #expect(reply?.status == 200 && isClosed)
        }
    }

    /// nginx and load balancers keep a connection for 60 s.
    @Test func anIdleConnectionLivesLongerThanThoseOfProxies() {
        #expect(CollectorLimits().idleTime > .seconds(60))
    }

    @Test func connectionsBeyondTheLimitWaitAndIdleOnesMakeRoom() async throws {
        let settings = Collector.Settings.limited {
            $0.connections = 4
            $0.headTime = .seconds(2)
        }
        try await CollectorBench.run(settings) { bench in
            let idle = try await blocking { [port = bench.port] in
                try (0..<12).map { _ in try HTTPConnection(port: port) }
            }
            let reply = try await bench.post(line(1))
            #expect(reply.accepted == 1)
            #expect(idle.count == 12)
        }
    }

    @Test func anEventOfMoreThan64KiBIsHeldInPart() async throws {
        try await CollectorBench.run { bench in
            let long = line(1, more: ",\"x\":\"\(String(repeating: "x", count: 70_000))\"")
            let reply = try await bench.post("[\(long),\(line(2))]")
            #expect(reply.accepted == 1 && reply.reasons == ["too_large"])
            let held = try await bench.log.rows("SELECT byte_count, octet_length(bytes) FROM log.quarantine")
            #expect(held == [["\(long.utf8.count)", "65536"]])
        }
    }
}

/// Compresses text with the machine's gzip.
func gzipped(_ text: String) throws -> [UInt8] {
    let file = NSTemporaryDirectory() + "gzip-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gzip")
    process.arguments = ["-c", file]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitForItsEnd()
    return Array(data)
}
