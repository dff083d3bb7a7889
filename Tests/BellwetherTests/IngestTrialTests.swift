import Foundation
import TestSupport
import Testing

/// `ingest --dry-run`
@Suite struct IngestTrialTests {
    private static let lines = [
        EventText.line("prompt_shown", id: 1, at: "2026-03-01T12:00:00Z"),
        EventText.line("prompt_shown", id: 2, at: "2026-03-03T12:00:00Z"),
        EventText.line("app_opened", id: 3, app: "com.example.news", at: "2026-03-02T23:59:59Z"),
        EventText.line("wished", id: 4, at: "2026-03-01T12:00:00Z"), "{",
    ]

    @Test func itCountsByTypeDayAndReasonAndStoresNothing() async throws {
        try await withProgram { bench in
            try bench.write(Self.lines.joined(separator: "\n"), to: "events.ndjson")
            let run = try bench.run("ingest", "--dry-run", "events.ndjson")
            let text = """
                5 events: 3 would be accepted, 2 rejected

                invalid_json  1  events.ndjson, line 5: byte 2: expected a member name in quotes
                unknown_type  1  events.ndjson, line 4: type must be one of the contract's types, such as prompt_shown; \
                it is "wished"

                com.example.news  app_opened  1  2026-03-02 to 2026-03-02
                com.example.shop  prompt_shown  2  2026-03-01 to 2026-03-03

                com.example.news  2026-03-02  1
                com.example.shop  2026-03-01  1
                com.example.shop  2026-03-03  1

                """
            #expect(run.output == text)
            #expect(try bench.run("sql", "-At", "-c", "SELECT count(*) FROM events").output == "0\n")
            let counts = try json(bench.shell("bellwether ingest --dry-run --json - < events.ndjson").output)
            #expect(counts["accepted"] as? Int == 3 && counts["rejected"] as? Int == 2)
            #expect((counts["reasons"] as? [[String: Any]])?.map { $0["line"] as? Int } == [5, 4])
        }
    }

    @Test func itNeedsNoDatabase() async throws {
        try await withProgram { bench in
            try bench.write(Self.lines.joined(separator: "\n"), to: "events.ndjson")
            let run = try bench.shell(
                "DATABASE_URL=postgresql:///?host=/nowhere bellwether ingest --dry-run --max-rejected 40 events.ndjson")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try bench.attempt("ingest", "--dry-run", "--max-rejected", "39", "events.ndjson").status == 65)
            #expect(try bench.attempt("ingest", "--dry-run", "missing.ndjson").status == 66)
        }
    }

    @Test func itEndsAsTheIngestWould() async throws {
        try await withProgram { bench in
            try bench.write("no events\n", to: "no.ndjson")
            try bench.write("PK\u{3}\u{4} a zip", to: "zip.ndjson")
            try bench.write(Self.lines[0], to: "one.ndjson")
            for files in [["no.ndjson"], ["zip.ndjson", "one.ndjson"], ["no.ndjson", "one.ndjson"], ["one.ndjson"]] {
                let trial = try bench.attempt(["ingest", "--dry-run"] + files)
                let run = try bench.attempt(["ingest", "--quiet"] + files)
                #expect(trial.status == run.status, "\(files): \(trial.errors)")
                #expect(files.count == 1 || trial.output.contains(": 1 would be accepted"))
            }
            #expect(try bench.attempt("ingest", "--dry-run", "no.ndjson").errors.contains("No line of no.ndjson"))
        }
    }
}
