import Collector
import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct EventsTests {
    @Test func anObjectAnArrayAndLinesAreStoredBeforeTheAnswer() async throws {
        try await CollectorBench.run { bench in
            let object = try await bench.post(line(1))
            #expect(object.status == 200 && object.accepted == 1 && object.reasons.isEmpty)
            #expect(object.headers["content-type"] == "application/json")
            try await expect(bench.stored() == 1)
            let array = try await bench.post(" [\(line(2)), \(line(3))]\n")
            #expect(array.accepted == 2)
            let lines = try await bench.post(
                "\(line(4))\r\n\n  \n\(line(5))", type: "application/x-ndjson; charset=utf-8")
            #expect(lines.accepted == 2)
            try await expect(bench.stored() == 5)
        }
    }

    @Test func aBadEventIsHeldWithItsBytesAndStopsNoNeighbour() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let body = "\n\(line(1))\nnonsense\n\(line(2, app: "com.example.other"))\n\(line(3))\n"
            let reply = try await bench.retrying {
                try await bench.post(body, type: "application/x-ndjson", key: key.text)
            }
            #expect(reply.accepted == 2 && reply.reasons == ["invalid_json", "invalid_field"])
            #expect(reply.indexes == [1, 2])
            let held = try await bench.log.rows(
                """
                SELECT line, reason, key_app_id, source, convert_from(bytes, 'UTF8') FROM log.quarantine
                ORDER BY quarantine_id
                """)
            #expect(held.count == 2)
            #expect(held.contains(["3", "invalid_json", "com.example.shop", "HTTP", "nonsense"]))
            #expect(
                held.contains([
                    "4", "invalid_field", "com.example.shop", "HTTP", line(2, app: "com.example.other"),
                ]))
        }
    }

    @Test func theServerStampsTheReceiptWhateverTheClientClaims() async throws {
        try await CollectorBench.run { bench in
            let stamped = line(1, more: ",\"received_at\":\"2030-01-01T00:00:00Z\"")
            try await expect(bench.post(stamped).accepted == 1)
            let rows = try await bench.log.rows("SELECT received_at FROM log.engagement_event")
            #expect(rows == [["2026-03-02 00:00:00+00"]])
        }
    }

    @Test func theServersStampCountsInARetryOfWhatCameWithoutAKey() async throws {
        try await CollectorBench.run { bench in
            let times = ",\"sent_at\":\"2026-03-02T01:00:00Z\",\"received_at\":\"2020-01-01T00:00:00Z\""
            try await expect(bench.post(line(1, type: "app_closed", more: times)).reasons == ["unknown_type"])
            try await expect(bench.retry().accepted == 1)
            let rows = try await bench.log.rows("SELECT received_at, effective_at FROM log.engagement_event")
            #expect(rows == [["2026-03-02 00:00:00+00", "2026-03-01 11:00:00+00"]])
        }
    }

    private static let unreadable = [
        "", "  ", "hello", "17", "\"x\"", "[", "[{}", "[{},", "[{} {}]", "[{},]", "{\"id\":", "[{}] x", "{} x",
        "[\u{1}", "[][]", "[] {}", "\(line(1))\n\(line(2))\n", "[\(line(1))][\(line(2))]", "[\(line(1))]\n\(line(2))",
    ]

    @Test func ofWhatIsNoWholeObjectOrArrayNothingIsStored() async throws {
        try await CollectorBench.run { bench in
            for body in Self.unreadable {
                let reply = try await bench.post(body)
                #expect(reply.status == 400 && reply.code == "unreadable_body", "\(body)")
                #expect(reply.headers["content-type"] == "application/problem+json")
                #expect(reply.json["status"] as? Int == 400 && reply.json["title"] as? String == "Bad Request")
            }
            try await expect(bench.stored() == 0)
        }
    }

    @Test func nothingInIsNothingOut() async throws {
        try await CollectorBench.run { bench in
            let array = try await bench.post("[]")
            #expect(array.status == 200 && array.accepted == 0)
            let lines = try await bench.post("\n", type: "application/x-ndjson")
            #expect(lines.status == 200 && lines.accepted == 0)
            try await expect(bench.log.rows("SELECT count(*) FROM log.batch") == [["0"]])
        }
    }

    @Test func anotherMediaTypeIsRefused() async throws {
        try await CollectorBench.run { bench in
            for type in ["text/plain", "application/x-www-form-urlencoded", "application/xml"] {
                let reply = try await bench.post(line(1), type: type)
                #expect(reply.status == 415 && reply.body.contains("; it is \(type)."))
            }
            let none = try await bench.request("POST", "/v1/events", body: Array(line(1).utf8))
            #expect(none.status == 415 && none.body.contains("; it is missing."))
            try await expect(bench.stored() == 0)
        }
    }

    @Test func anObjectAroundTheEventsIsToldToSendTheArray() async throws {
        try await CollectorBench.run { bench in
            let wrapped = try await bench.post("{\"events\": [\(line(1)), \(line(2))]}")
            #expect(wrapped.reasons == ["missing_field"] && wrapped.body.contains("send that array itself"))
            for other in ["{\"events\":[1]}", "{}", "[{\"events\":[{}]},{}]", line(1, more: ",\"x\":[{}]")] {
                try await expect(!bench.post(other).body.contains("array"))
            }
        }
    }

    @Test func eventsForAnotherPathAreToldWhereToGo() async throws {
        var settings = Collector.Settings.open
        let folder = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/latest", withIntermediateDirectories: true)
        try Data("<p>".utf8).write(to: URL(fileURLWithPath: folder + "/latest/index.html"))
        for dashboards in [nil, folder] {
            settings.dashboards = dashboards
            try await CollectorBench.run(settings) { bench in
                for path in ["/v1/event", "/events", "/v1/events/", "/", "/healthz"] {
                    let reply = try await bench.post(line(1), path: path)
                    #expect([404, 405].contains(reply.status) && reply.body.contains("to /v1/events"), "\(reply.body)")
                }
            }
        }
    }

    @Test func otherPathsAndMethodsAreRefused() async throws {
        try await CollectorBench.run { bench in
            try await expect(bench.request("GET", "/nothing").status == 404)
            try await expect(bench.request("GET", "/").status == 404)
            let get = try await bench.request("GET", "/v1/events")
            #expect(get.status == 405 && get.headers["allow"] == "POST")
            let post = try await bench.request("POST", "/healthz")
            #expect(post.status == 405 && post.headers["allow"] == "GET, HEAD")
        }
    }

    @Test func theCollectorSaysHowItIs() async throws {
        try await CollectorBench.run { bench in
            try await expect(bench.request("GET", "/healthz").body == "ok\n")
            try await expect(bench.request("HEAD", "/healthz").status == 200)
            try await expect(bench.request("GET", "/readyz").status == 200)
            _ = try await bench.post("[\(line(1)),\(line(1)),{}]")
            let metrics = try await bench.request("GET", "/metrics")
            #expect(metrics.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
            let lines = Set(metrics.body.split(separator: "\n").map(String.init))
            #expect(lines.contains("bellwether_events_total{outcome=\"accepted\"} 1"))
            #expect(lines.contains("bellwether_events_total{outcome=\"duplicate\"} 1"))
            #expect(lines.contains("bellwether_rejected_events_total{reason=\"missing_field\"} 1"))
            #expect(lines.contains("bellwether_requests_total{route=\"/v1/events\",status=\"200\"} 1"))
            #expect(lines.contains("bellwether_batch_events_count 1"))
            #expect(lines.contains("bellwether_commit_seconds_count 1"))
            #expect(lines.contains("bellwether_bytes_in_work 0.0"))
        }
    }

    @Test func aDatabaseOfAnotherSchemaIsNotReady() async throws {
        try await CollectorBench.run { bench in
            _ = try await bench.log.rows(
                "INSERT INTO bellwether.migration (number, applied_at, path, sha256) VALUES (9999, now(), 'x', 'x')")
            let reply = try await bench.request("GET", "/readyz")
            #expect(reply.status == 503 && reply.code == "not_ready" && reply.headers["retry-after"] != nil)
        }
    }

    @Test func aDatabaseThatDoesNotAnswerIsNotReadyAndThatIsSaidInTime() async throws {
        try await CollectorBench.run { bench in
            let lock = "LOCK TABLE log.collector_key IN ACCESS EXCLUSIVE MODE"
            let other = try await bench.database.target.transaction(lock)
            let waiting = """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            try await wait(for: "a waiting query") { try await bench.log.rows(waiting) != [["0"]] }
            let asked = ContinuousClock.now
            let reply = try await bench.request("GET", "/readyz")
            #expect(reply.status == 503 && reply.code == "not_ready")
            #expect(ContinuousClock.now - asked < .seconds(30))
            await other.close()
            try await expect(bench.request("GET", "/readyz").status == 200)
        }
    }

    @Test func aFullDiskIsNotReady() async throws {
        var settings = Collector.Settings.open
        settings.freeBytes = { 1_000 }
        try await CollectorBench.run(settings) { bench in
            try await expect(bench.request("GET", "/readyz").status == 503)
        }
    }
}

extension CollectorBench {
    /// Creates a key for an app and waits until the collector has read it.
    func readKey() async throws -> String {
        let key = try await makeKey()
        _ = try await retrying { try await post("[]", key: key.text) }
        return key.text
    }

    /// Retries for some seconds, as a client does, until the collector knows a new key and has read keys lately (503).
    func retrying(_ body: () async throws -> Reply) async throws -> Reply {
        for _ in 0..<100 {
            let reply = try await body()
            if reply.status != 401 && reply.status != 503 { return reply }
            try await Task.sleep(for: .milliseconds(100))
        }
        return try await body()
    }
}
