import Collector
import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct KeyTests {
    @Test func withoutAKeyNothingIsTaken() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let opened = try await bench.retrying { try await bench.post(line(1), key: key.text) }
            #expect(opened.status == 200)
            let other = String(key.text.dropLast()) + (key.text.hasSuffix("A") ? "B" : "A")
            let forms = ["", "bw", "bw_1", "bw_1_", "bw__x", "bw_99999999999999999999_x", "nonsense"]
            for wrong in [nil, other, key.text + "x"] + forms {
                let reply = try await bench.post(line(2), key: wrong)
                #expect(reply.status == 401 && reply.headers["www-authenticate"] == "Bearer", "\(wrong ?? "none")")
            }
            for scheme in ["Basic \(key.text)", "Bearer\(key.text)", key.text] {
                let reply = try await bench.request(
                    "POST", "/v1/events", ["Content-Type: application/json", "Authorization: \(scheme)"],
                    body: Array(line(2).utf8))
                #expect(reply.status == 401)
            }
            try await expect(bench.stored() == 1)
        }
    }

    @Test func whatAnotherAppsKeyWasRefusedIsHeldForItsOwnAndFromAFileToo() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let (other, own) = (try await bench.makeKey("com.example.other"), try await bench.makeKey())
            let event = line(1, type: "app_closed")
            for key in [other, own, other, own] {
                let reply = try await bench.retrying { try await bench.post(event, key: key.text) }
                #expect(reply.reasons == [key.number == own.number ? "unknown_type" : "invalid_field"])
            }
            let path = NSTemporaryDirectory() + "\(UUID().uuidString).ndjson"
            try Data(event.utf8).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            _ = try await bench.log.ingest(path)
            let held = try await bench.log.rows(
                "SELECT key_app_id, reason, count(*) FROM log.quarantine GROUP BY 1, 2 ORDER BY 1")
            #expect(
                held == [
                    ["com.example.other", "invalid_field", "1"], ["com.example.shop", "unknown_type", "1"],
                    [nil, "unknown_type", "1"],
                ])
            let report = try await bench.retry()
            #expect(report.accepted == 1 && report.duplicates == 1 && report.stillRejected == 1)
        }
    }

    @Test func aRevokedKeyOpensNothingWithinFiveSeconds() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let before = try await bench.retrying { try await bench.post(line(1), key: key.text) }
            #expect(before.status == 200)
            let revoked = try await bench.log.owner.run { try CollectorKey.revoke(key.number, $0) }
            #expect(revoked?.revokedAt != nil)
            let deadline = ContinuousClock.now + .seconds(5)
            var status = 200
            while status == 200, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(200))
                status = try await bench.post(line(2), key: key.text).status
            }
            #expect(status == 401)
        }
    }

    @Test func aKeyThatIsRevokedWhileARequestIsInFlightStoresNothing() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            _ = try await bench.retrying { try await bench.post(line(1), key: key.text) }
            let head = CollectorBench.head(
                "POST", "/v1/events", ["Content-Type: application/json", "Authorization: Bearer \(key.text)"],
                length: line(2).utf8.count)
            let slow = try await bench.connect { connection in
                connection.send(head + line(2).prefix(10))
                return connection
            }
            try await bench.waitFor(metric: "bellwether_requests_in_work 1.0")
            _ = try await bench.log.owner.run { try CollectorKey.revoke(key.number, $0) }
            try await wait(for: "the revocation") { try await bench.post("[]", key: key.text).status == 401 }
            let reply = try await blocking {
                slow.send(String(line(2).dropFirst(10)))
                return try #require(slow.receive())
            }
            #expect(reply.status == 401 && reply.body.contains("revoked"))
            try await expect(bench.stored() == 1)
        }
    }

    @Test func theLastUseIsNoted() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            _ = try await bench.retrying { try await bench.post(line(1), key: key.text) }
            var used: String?
            for _ in 0..<100 where used == nil {
                try await Task.sleep(for: .milliseconds(100))
                used = try await bench.log.owner.run { try CollectorKey.all($0) }.first?.lastUsedAt
            }
            #expect(used == "2026-03-02T00:00:00Z")
        }
    }

    @Test func onlyTheHashIsStored() async throws {
        try await CollectorBench.run { bench in
            let key = try await bench.makeKey()
            let secret = try #require(key.text.split(separator: "_", maxSplits: 2).last.map(String.init))
            #expect(secret.utf8.count == 43)
            let row = try await bench.log.rows("SELECT row_to_json(key)::text FROM log.collector_key AS key")
            #expect(row[0][0]?.contains(secret) == false)
            let other = try await bench.makeKey()
            #expect(!other.text.hasSuffix(secret))
        }
    }
}
