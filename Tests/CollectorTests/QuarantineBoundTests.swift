import Collector
import EventLog
import Foundation
import TestSupport
import Testing

/// Tests the limit on rejects that one sender may add to the quarantine.
@Suite struct QuarantineBoundTests {
    private let json = ["Content-Type: application/json"]

    @Test(.timeLimit(.minutes(5))) func equalRejectsOfARequestAreHeldOnceCountedEachAndNamedUpToAThousand() async throws
    {
        try await CollectorBench.run { bench in
            let count = CollectorLimits().events
            let zeros = "[" + Array(repeating: "0", count: count).joined(separator: ",") + "]"
            for _ in 1...2 {
                let reply = try await bench.request(
                    "POST", "/v1/events", json + ["Content-Encoding: gzip"], body: try gzipped(zeros))
                #expect(reply.status == 200 && reply.json["rejected_count"] as? Int == count)
                #expect(reply.indexes == Array(0..<1_000) && reply.body.utf8.count < 200_000)
            }
            try await expect(bench.log.rows("SELECT count(*) FROM log.quarantine") == [["1"]])
            try await expect(bench.log.rows("SELECT sum(rejected) FROM log.batch") == [["\(2 * count)"]])
            try await expect(
                bench.log.rows("SELECT sum(deliveries) FROM log.delivery WHERE outcome = 'rejected'")
                    == [["\(2 * count)"]])
        }
    }

    @Test func whatIsBeyondAKeysDailyBoundIsCountedAlone() async throws {
        try await CollectorBench.run(.limited { $0.quarantineBytesADay = 10_000 }) { bench in
            let body = "[" + (1_000..<1_100).map { "\($0)" }.joined(separator: ",") + "]"
            // Each reject counts as its four bytes plus 400, so there is room for 24.
            for _ in 1...2 {
                let reply = try await bench.post(body)
                #expect(reply.status == 200 && reply.json["rejected_count"] as? Int == 100)
            }
            try await expect(bench.log.rows("SELECT count(*) FROM log.quarantine") == [["24"]])
            try await expect(bench.log.rows("SELECT sum(rejected) FROM log.batch") == [["200"]])
            // Rejects that are already held stay held when they are sent again.
            try await expect(
                bench.log.rows("SELECT collector_key, byte_count, rejects_not_kept FROM log.quarantine_use")
                    == [["0", "9696", "152"]])
            let metrics = try await bench.request("GET", "/metrics").body
            #expect(metrics.contains("bellwether_rejects_not_kept_total 152\n"))
            try await expect(bench.post(line(1)).accepted == 1)
        }
    }

    @Test func everyMetricSaysWhatItIs() async throws {
        try await CollectorBench.run { bench in
            _ = try await bench.post("[\(line(1)),{}]")
            let lines = try await bench.request("GET", "/metrics").body.split(separator: "\n")
            let helped = lines.filter { $0.hasPrefix("# HELP ") }.map { $0.split(separator: " ", maxSplits: 3) }
            let typed = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
            #expect(helped.map { $0[2] } == typed && typed.count > 8)
            #expect(helped.allSatisfy { $0.count == 4 && $0[3].count > 10 })
        }
    }
}
