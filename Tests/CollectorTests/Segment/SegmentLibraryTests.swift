import Collector
import Foundation
import TestSupport
import Testing

/// Requests of Segment's libraries that nobody has changed for this collector.
@Suite struct SegmentLibraryTests {
    private static func settings() -> Collector.Settings {
        var settings = Collector.Settings.keyed
        settings.origins = ["https://shop.example.com"]
        return settings
    }

    @Test(arguments: LibraryRequest.all) func whatALibrarySendsIsStoredAsItHappened(request: LibraryRequest)
        async throws
    {
        try await CollectorBench.run(Self.settings()) { bench in
            let key = try await bench.readKey()
            let reply = try await request.send(bench, key: key)
            #expect(
                reply.status == 200 && reply.accepted == 1 && reply.reasons.isEmpty, "\(reply.status) \(reply.body)")
            #expect(reply.json["ignored"] as? Int == request.ignored && reply.json["success"] as? Bool == true)
            try await expect(request.send(bench, key: key, more: ["X-Retry-Count: 2"]).duplicates == 1)
            let rows = try await bench.log.rows(
                """
                SELECT app_id, effective_at = occurred_at, occurred_at = '2026-03-01T08:15:10Z'::timestamptz, sent_at
                FROM analytics.events
                """)
            #expect(rows == [["com.example.shop", "t", "t", nil]])
            try await expect(bench.log.rows("SELECT count(*) FROM log.quarantine") == [["0"]])
        }
    }

    @Test func aWrongKeyOpensNothingToAnyLibrary() async throws {
        try await CollectorBench.run(Self.settings()) { bench in
            _ = try await bench.readKey()
            for request in LibraryRequest.all {
                for wrong in ["bw_1_wrong", ""] {
                    let reply = try await request.send(bench, key: wrong)
                    #expect(reply.status == 401 && reply.code == "no_valid_key", "\(request.library): \(reply.body)")
                }
            }
        }
    }

    @Test func onlyThePathsOfTheLibrariesMayEndWithASlash() async throws {
        try await CollectorBench.run { bench in
            for path in ["/v1/track/", "/v1/t/", "/v1/batch/", "/v1/import/"] {
                let reply = try await bench.post("[]", path: path)
                #expect(reply.status == 200, "\(path)")
            }
            for path in ["/v1/events/", "/v1/import//", "/healthz/", "/"] {
                let reply = try await bench.post("[]", path: path)
                #expect(reply.status == 404, "\(path)")
            }
        }
    }

    @Test func callsThatAreNoEventsAreIgnoredAtTheirPaths() async throws {
        try await CollectorBench.run { bench in
            for path in ["i", "p", "s", "g", "a", "identify", "page", "screen", "group", "alias"] {
                let reply = try await bench.post(
                    #"{"anonymousId":"a","event":"app_opened"}"#, type: "text/plain", path: "/v1/\(path)")
                #expect(reply.status == 200 && reply.json["ignored"] as? Int == 1, "\(path) \(reply.body)")
            }
            let bare = try await bench.post(#"{"event":"app_opened"}"#, path: "/v1/t")
            #expect(bare.reasons == ["missing_field"])
        }
    }
}
