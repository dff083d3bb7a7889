import Foundation
import TestSupport
import Testing

/// What `status` says to somebody on call.
@Suite(.timeLimit(.minutes(20))) struct StatusCommandTests {
    @Test func itSaysTheBacklogTheRejectsAndTheLastEventOfEachApp() async throws {
        try await withProgram { bench in
            #expect(try bench.run("status").output.contains("\nBacklog: none\n"))
            try bench.write("\(QuarantineLine.good(1))\n{\n{}\n{}\n", to: "events.ndjson")
            try bench.run("ingest", "--quiet", "events.ndjson")
            let waiting = try bench.run("status").output
            #expect(waiting.contains("\nNightly run: none yet\n"), "\(waiting)")
            #expect(
                waiting.contains("\nRejected in the last 24 hours: 3 (2 missing_field, 1 invalid_json)\n"), "\(waiting)"
            )
            let backlog = "\nBacklog: (1 events of 1 batches wait for `bellwether project`|every event waits)"
            #expect(try waiting.contains(Regex(backlog)), "\(waiting)")
            #expect(waiting.contains("\nLast event of com.example.shop: "), "\(waiting)")
            try bench.run("project", "--quiet")
            #expect(try bench.run("status").output.contains("\nBacklog: none\n"))
            let machine = try json(bench.run("status", "--json").output)
            let recent = try #require((machine["database"] as? [String: Any])?["recent"] as? [String: Any])
            #expect((recent["apps"] as? [[String: Any]])?.first?["is_silent"] as? Bool == false)
            #expect((recent["rejects"] as? [[String: Any]])?.map { $0["count"] as? Int } == [2, 1])
        }
    }

    @Test func itSaysWhetherTheNightlyRunIsDone() async throws {
        try await withProgram { bench in
            try bench.makeFolder("inbox")
            try bench.run("nightly", "--inbox", "inbox", "--out", "out")
            #expect(try bench.run("status").output.contains("\nNightly run: done, 20"))
            try await bench.execute("UPDATE analytics.runs SET started_at = started_at - interval '27 hours'")
            #expect(
                try bench.run("status").output.contains("\nNightly run: none in the last 26 hours, the last one began ")
            )
            try bench.write("", to: "broken")
            _ = try bench.attempt("nightly", "--inbox", "inbox", "--out", "broken")
            #expect(try bench.run("status").output.contains("\nNightly run: failed in its stage report ("))
            try await bench.execute("DELETE FROM analytics.runs WHERE run = 2 AND stage IN ('report', 'retention')")
            let cut = try bench.run("status").output
            #expect(cut.contains("\nNightly run: began ") && cut.contains(", not done yet or cut off\n"), "\(cut)")
        }
    }
}
