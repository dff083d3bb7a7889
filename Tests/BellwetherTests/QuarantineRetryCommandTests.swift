import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

private typealias Line = QuarantineLine

@Suite struct QuarantineRetryCommandTests {
    @Test func retryTellsItsOutcomeAsJSONAndText() async throws {
        try await withProgram { bench in
            try bench.write(Line.good(1), to: "a.ndjson")
            try bench.run("ingest", "--quiet", "a.ndjson")
            try await bench.hold([Line.good(1), Line.good(2), Line.good(3).replacing("prompt_shown", with: "x")])
            let text = try bench.run("quarantine", "retry", "1").output
            #expect(text == "1 retried: 1 released (0 stored, 1 already in the log), 0 still rejected\n")
            let outcome = try #require(try bench.quarantine("retry", "--all") as? [String: Any])
            #expect(
                Set(outcome.keys) == [
                    "retried", "released", "accepted", "duplicates", "still_rejected", "rejected_by_reason",
                ])
            #expect(outcome["retried"] as? Int == 2 && outcome["released"] as? Int == 1)
            #expect(outcome["accepted"] as? Int == 1 && outcome["duplicates"] as? Int == 0)
            #expect(outcome["still_rejected"] as? Int == 1)
            #expect(outcome["rejected_by_reason"] as? [String: Int] == ["unknown_type": 1])
            #expect(try bench.listed() == ["old.ndjson:3"])
            #expect(try bench.listed("--state", "released") == ["old.ndjson:2", "old.ndjson:1"])
        }
    }

    @Test func aCloudEventIsRecognisedAsInAFile() async throws {
        try await withProgram { bench in
            let event = """
                {"specversion":"1.0","id":"00000000-0000-4000-8000-000000000001","type":"prompt_shown",\
                "source":"/apps/com.example.shop","subject":"00000000-0000-4000-8000-0000000000aa",\
                "time":"2026-03-01T12:00:00Z",\
                "data":{"received_at":"2026-03-02T00:00:00Z","os":{"name":"iOS","version":"17.4"}}}
                """
            try await bench.hold([event])
            let retried = try bench.run("quarantine", "retry", "--all").output
            #expect(retried.hasPrefix("1 retried: 1 released (1 stored, "), "\(retried)")
            try bench.write(event, to: "a.ndjson")
            let again = try bench.run("ingest", "--quiet", "a.ndjson").output
            #expect(again.contains("0 accepted, 1 duplicates, 0 rejected"), "\(again)")
        }
    }

    @Test func whatWasReleasedBeforeIsNoError() async throws {
        try await withProgram { bench in
            try await bench.hold([Line.good(1)])
            try bench.run("quarantine", "retry", "1")
            let again = try bench.run("quarantine", "retry", "1").output
            #expect(again.hasPrefix("0 retried") && again.hasSuffix("1 already released\n"))
        }
    }

    @Test func aLineThatWasTooLargeCannotBeRetried() async throws {
        try await withProgram { bench in
            try bench.write(String(repeating: "a", count: 70_000), to: "a.ndjson")
            _ = try bench.attempt("ingest", "--quiet", "a.ndjson")
            let run = try bench.run("quarantine", "retry", "--all")
            #expect(run.output.contains("1 still rejected (too_large 1)") && run.output.contains("can't be retried"))
            #expect(try bench.run("quarantine", "show", "1").output.contains("the first 65,536 were kept"))
        }
    }

    @Test func tablesAreThoseOfEventsThatWereGoodAtOnce() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 300, days: 60)
            let events = try Data(contentsOf: URL(fileURLWithPath: bench.folder + "/events.ndjson"))
            let lines = events.split(separator: UInt8(ascii: "\n"))
            // Picks every third line that has a plainly written `received_at`.
            let stamp = /"received_at":"2026-0\d-(0[1-9]|1\d|2[0-8])T\d\d:\d\d:\d\d\.\d{3}Z"/
            let held = lines.enumerated().filter { number, line in
                number % 3 == 0 && !line.contains(0)
                    && String(validating: line, as: UTF8.self)?.matches(of: stamp).count == 1
            }.map(\.element)
            let isHeld = Set(held)
            let rest = Data(lines.filter { !isHeld.contains($0) }.joined(separator: [UInt8(ascii: "\n")]))
            try rest.write(to: URL(fileURLWithPath: bench.folder + "/a.ndjson"))
            try bench.run("ingest", "--quiet", "a.ndjson")
            try bench.run("project", "--quiet")
            let deliveries = "SELECT outcome, reason, sum(deliveries) FROM log.delivery GROUP BY 1, 2 ORDER BY 1, 2"
            let before = try await bench.rows(deliveries)
            #expect(held.count > 100)
            try await bench.hold(isHeld.map { String(decoding: $0, as: UTF8.self) })
            try bench.run("quarantine", "retry", "--all", "--quiet")
            let after = try await bench.rows(deliveries)
            #expect(before == after)
            try bench.expectTruth(isDeliveredOnce: false)
        }
    }

    @Test func aDiscardGoesOnWhereNobodyCanBeAsked() async throws {
        try await withProgram { bench in
            try await bench.hold([Line.good(1)])
            #expect(try bench.run("quarantine", "discard", "1").output == "1 discarded\n")
            #expect(try bench.listed() == [])
        }
    }
}
