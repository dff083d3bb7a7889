import Collector
import Foundation
import TestSupport
import Testing

/// Web pages of other origins.
@Suite struct CrossOriginTests {
    private static let shop = "https://shop.example.com"

    private func allowing(_ origins: String...) -> Collector.Settings {
        var settings = Collector.Settings.keyed
        settings.origins = Set(origins)
        return settings
    }

    /// Asks as a browser does before it sends a key.
    private func ask(
        _ bench: CollectorBench, _ path: String = "/v1/events", origin: String = Self.shop
    ) async throws -> Reply {
        try await bench.request(
            "OPTIONS", path,
            [
                "Origin: \(origin)", "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: authorization,content-type,x-retry-count",
            ])
    }

    @Test func aBrowserIsToldThatAPageMaySendEvents() async throws {
        try await CollectorBench.run(allowing(Self.shop, "http://localhost:3000")) { bench in
            for path in ["/v1/events", "/v1/t", "/v1/b", "/v1/batch"] {
                let reply = try await ask(bench, path)
                #expect(reply.status == 204 && reply.headers["access-control-allow-origin"] == Self.shop, "\(path)")
                #expect(reply.headers["access-control-allow-methods"] == "POST")
                #expect(reply.headers["access-control-allow-headers"] == "authorization,content-type,x-retry-count")
                #expect(reply.headers["vary"] == "Origin")
            }
        }
    }

    @Test func aPageOfAnotherOriginIsNotAllowed() async throws {
        try await CollectorBench.run(allowing(Self.shop)) { bench in
            for origin in ["https://other.example.com", "https://shop.example.com.evil.test", "null"] {
                let reply = try await ask(bench, origin: origin)
                #expect(reply.status == 403 && reply.code == "origin_not_allowed", "\(origin)")
                #expect(reply.headers["access-control-allow-origin"] == nil)
                let sent = try await bench.request("POST", "/v1/events", ["Origin: \(origin)"])
                #expect(sent.headers["access-control-allow-origin"] == nil && sent.headers["vary"] == "Origin")
            }
        }
    }

    @Test func withoutASettingNoPageIsAllowed() async throws {
        try await CollectorBench.run { bench in try await expect(ask(bench).status == 403) }
    }

    @Test func everyOriginCanBeAllowed() async throws {
        try await CollectorBench.run(allowing("*")) { bench in
            let reply = try await ask(bench, origin: "https://anywhere.example.com")
            #expect(reply.status == 204 && reply.headers["access-control-allow-origin"] == "*")
        }
    }

    /// A page that may not read a success sends its events again and again.
    @Test func everyAnswerAboutEventsCanBeRead() async throws {
        try await CollectorBench.run(allowing(Self.shop)) { bench in
            let key = try await bench.readKey()
            for (authorization, body, status) in [(key, line(1), 200), (key, "", 400), ("no", line(1), 401)] {
                let headers = [
                    "Origin: \(Self.shop)", "Content-Type: application/json", "Authorization: Bearer \(authorization)",
                ]
                let reply = try await bench.request("POST", "/v1/events", headers, body: Array(body.utf8))
                #expect(reply.status == status && reply.headers["access-control-allow-origin"] == Self.shop)
                #expect(reply.headers["access-control-expose-headers"] == "Retry-After")
            }
        }
    }

    @Test func nothingElseCanBeRead() async throws {
        try await CollectorBench.run(allowing("*")) { bench in
            for path in ["/metrics", "/readyz", "/openapi.json"] {
                let reply = try await bench.request("GET", path, ["Origin: \(Self.shop)"])
                #expect(reply.status == 200 && reply.headers["access-control-allow-origin"] == nil)
                try await expect(ask(bench, path).status == 405)
            }
        }
    }
}
