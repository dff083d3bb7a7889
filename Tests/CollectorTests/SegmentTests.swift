import Collector
import EventLog
import Events
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct SegmentTests {
    /// Returns a call as Segment's libraries send it.
    private func call(_ event: String, id: String = "ajs-1", more: String = "") -> String {
        """
        {"type":"track","event":"\(event)","messageId":"\(id)","anonymousId":"anon-1",\
        "timestamp":"2026-03-01T12:00:00.000Z","context":{"os":{"name":"iOS","version":"17.4","build":"x"},\
        "app":{"version":"5.12.0","namespace":"com.example.shop"},"device":{"model":"iPhone15,3","id":"d"},\
        "locale":"de-DE"},"properties":{"notification_id":"n-1","campaign":{"name":"spring","medium":"push"}}\(more)}
        """
    }

    private func send(_ bench: CollectorBench, _ path: String, _ body: String, key: String? = nil) async throws -> Reply
    {
        let basic = key.map { ["Authorization: Basic " + Data("\($0):".utf8).base64EncodedString()] } ?? []
        return try await bench.request(
            "POST", path, ["Content-Type: application/json"] + basic, body: Array(body.utf8))
    }

    @Test func aTrackCallBecomesItsEvent() async throws {
        try await CollectorBench.run { bench in
            let reply = try await send(bench, "/v1/track", call("Push Notification Opened"))
            #expect(reply.accepted == 1 && reply.json["ignored"] as? Int == 0 && reply.json["success"] as? Bool == true)
            let rows = try await bench.log.rows(
                """
                SELECT type, app_id, os_name, app_version, device_model, locale, campaign, notification_id,
                    installation_id, id
                FROM analytics.events
                """)
            // Version 5 in the namespace 723d908a-27c6-5c99-81e3-71568e523772.
            #expect(
                rows == [
                    [
                        "notification_opened", "com.example.shop", "iOS", "5.12.0", "iPhone15,3", "de-DE", "spring",
                        "n-1",
                        "088c430d-584f-51ea-af82-bce8a935194c", "e643848d-d057-5110-92dd-2d61a1b52581",
                    ]
                ])
        }
    }

    @Test func whatABatchSaysOnceCountsForEachOfItsCalls() async throws {
        try await CollectorBench.run(.limited { $0.inflatedBytes = 100_000 }) { bench in
            let shared = "\"context\":{\"device\":{\"model\":\"\(String(repeating: "x", count: 1_000))\"}}"
            let call = "{\"event\":\"app_opened\"}"
            for (count, status) in [(90, 200), (110, 413)] {
                let calls = Array(repeating: call, count: count).joined(separator: ",")
                let reply = try await send(bench, "/v1/batch", "{\"batch\":[\(calls)],\(shared)}")
                #expect(reply.status == status, "\(reply.body)")
            }
            try await expect(bench.log.rows("SELECT sum(rejected) FROM log.batch") == [["90"]])
            try await expect(bench.log.rows("SELECT count(*) FROM log.quarantine") == [["1"]])
        }
    }

    @Test func aBatchTakesItsEventsAndCountsTheOthers() async throws {
        try await CollectorBench.run { bench in
            let identify = "{\"type\":\"identify\",\"userId\":\"u\",\"traits\":{}}"
            let batch = """
                {"batch":[\(identify),\(call("Application Opened", id: "1")),\(call("Order Completed", id: "2")),\
                \(call("prompt_shown", id: "3")),{"type":"track","event":"app_opened"},7],"sentAt":"2026-03-01T12:00:01Z"}
                """
            for path in ["/v1/batch", "/v1/import"] {
                let reply = try await send(bench, path, batch)
                #expect(reply.status == 200 && reply.json["ignored"] as? Int == 3)
                #expect((reply.accepted ?? 0) + (reply.duplicates ?? 0) == 2)
                #expect(reply.indexes == [4] && reply.reasons == ["missing_field"])
            }
            try await expect(bench.stored() == 2)
            let metrics = try await bench.request("GET", "/metrics").body
            #expect(metrics.contains("bellwether_ignored_calls_total 6\n"))
        }
    }

    @Test func theWriteKeyIsTheKeyAndGivesTheApp() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let bare = call("app_opened").replacing(",\"namespace\":\"com.example.shop\"", with: "")
            let reply = try await bench.retrying { try await send(bench, "/v1/track", bare, key: key.text) }
            #expect(reply.accepted == 1)
            let other = call("app_opened", id: "2").replacing("com.example.shop", with: "com.example.other")
            try await expect(send(bench, "/v1/track", other, key: key.text).reasons == ["invalid_field"])
            let none = try await send(bench, "/v1/track", bare)
            #expect(none.status == 401 && none.headers["www-authenticate"]?.hasPrefix("Basic") == true)
        }
    }

    @Test func anAliasIsASetting() async throws {
        try await CollectorBench.run { bench in
            try await expect(send(bench, "/v1/track", call("Geöffnet")).json["ignored"] as? Int == 1)
            try await bench.log.owner.run { try EventAlias.set("Geöffnet", to: .appOpened, $0) }
            var accepted: Int?
            for _ in 0..<100 where accepted != 1 {
                try await Task.sleep(for: .milliseconds(100))
                accepted = try await send(bench, "/v1/track", call("Geöffnet")).accepted
            }
            #expect(accepted == 1)
        }
    }

    @Test(arguments: ["", "[]", "{\"batch\":7}", "{\"batch\":[", "{}", "{\"batch\":[]} x", "nonsense"])
    func whatIsNoBatchIsUnreadable(body: String) async throws {
        try await CollectorBench.run { bench in
            let reply = try await send(bench, "/v1/batch", body)
            #expect(reply.status == 400 && reply.json["message"] as? String != nil)
        }
    }
}
