import Collector
import Foundation
import TestSupport
import Testing

@Suite struct CloudEventTests {
    private static let data = "{\"os\":{\"name\":\"iOS\",\"version\":\"17.4\"}}"

    private func event(_ id: String) -> String {
        """
        {"specversion":"1.0","id":"\(id)","source":"/apps/com.example.shop","type":"bellwether.app_opened",\
        "subject":"00000000-0000-4000-8000-0000000000aa","time":"2026-03-01T12:00:00Z","data":\(Self.data)}
        """
    }

    private static let binary = [
        "Content-Type: application/json", "ce-specversion: 1.0", "ce-id: a", "ce-source: /apps/com.example.shop",
        "ce-type: app_opened", "ce-subject: 00000000-0000-4000-8000-0000000000aa", "ce-time: 2026-03-01T12:00:00Z",
    ]

    @Test func anEventIsTheSameInBinaryStructuredAndBatchedMode() async throws {
        try await CollectorBench.run { bench in
            let binary = try await bench.request("POST", "/v1/events", Self.binary, body: Array(Self.data.utf8))
            #expect(binary.accepted == 1)
            let structured = try await bench.post(event("a"), type: "application/cloudevents+json; charset=UTF-8")
            #expect(structured.accepted == 0 && structured.duplicates == 1)
            let batch = try await bench.post(
                "[\(event("a")),\(event("b"))]", type: "application/cloudevents-batch+json")
            #expect(batch.accepted == 1 && batch.duplicates == 1)
        }
    }

    private static func headers(id: String) -> [String] {
        binary.map { $0.hasPrefix("ce-id:") ? "ce-id: \(id)" : $0 }
    }

    /// Section 3.1.3.2 of the HTTP binding. The id that it means is written as in JSON.
    @Test(arguments: [
        (#""a""#, "a"), (#""my \"id\" \\""#, #"my \"id\" \\"#), (#""50%25""#, "50%"), (#"a"b"#, #"a\"b"#), ("%61", "a"),
        ("%2561", "%61"), ("%e2%82%AC%20", "€ "),
    ])
    func aHeaderIsReadWithoutItsQuotesAndPercentDecodedOnce(value: String, id: String) async throws {
        try await CollectorBench.run { bench in
            let structured = try await bench.post(event(id), type: "application/cloudevents+json")
            #expect(structured.accepted == 1, "\(structured.body)")
            let reply = try await bench.request(
                "POST", "/v1/events", Self.headers(id: value), body: Array(Self.data.utf8))
            #expect(reply.duplicates == 1, "\(reply.body)")
        }
    }

    @Test(arguments: ["%C0%A0", "a%FF", "%", "%4", "%zz"])
    func aHeaderThatIsNotPercentEncodedUTF8IsRefused(value: String) async throws {
        try await CollectorBench.run { bench in
            let reply = try await bench.request(
                "POST", "/v1/events", Self.headers(id: value), body: Array(Self.data.utf8))
            #expect(reply.status == 400 && reply.code == "unreadable_header", "\(reply.body)")
            try await expect(bench.stored() == 0)
        }
    }

    /// Section 4 of CloudEvents' webhooks.
    @Test func aServiceThatAsksMayDeliver() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let question = ["WebHook-Request-Origin: eventgrid.azure.net"]
            let reply = try await bench.request("OPTIONS", "/v1/events", question)
            #expect(reply.status == 200 && reply.headers["webhook-allowed-origin"] == "eventgrid.azure.net")
            #expect(reply.headers["allow"] == "POST" && reply.headers["webhook-allowed-rate"] == nil)
            let rate = try await bench.request("OPTIONS", "/v1/events", question + ["WebHook-Request-Rate: 120"])
            #expect(rate.status == 200 && rate.headers["webhook-allowed-rate"] == "*")
            let other = try await bench.request("OPTIONS", "/v1/track", question)
            #expect(other.status == 405 && other.headers["webhook-allowed-origin"] == nil)
            for origin in ["", String(repeating: "a", count: 256)] {
                let refused = try await bench.request("OPTIONS", "/v1/events", ["WebHook-Request-Origin: \(origin)"])
                #expect(refused.status == 405 && refused.headers["webhook-allowed-origin"] == nil)
            }
        }
    }

    @Test func whatIsInTheDataOfBinaryModeIsNoAttribute() async throws {
        try await CollectorBench.run { bench in
            for data in ["{},\"id\":\"b\"", "nonsense", "[1]"] {
                let reply = try await bench.request("POST", "/v1/events", Self.binary, body: Array(data.utf8))
                #expect(reply.status == 200 && reply.reasons == ["invalid_field"], "\(data)")
            }
            try await expect(bench.stored() == 0)
        }
    }
}
