import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

private typealias Line = QuarantineLine

@Suite struct QuarantineCommandTests {
    @Test func wrongUsageIs64() async throws {
        try await withProgram { bench in
            for arguments in [
                ["list", "--reason", "boredom"], ["list", "--since", "yesterday"], ["list", "--limit", "0"],
                ["list", "--state", "gone"],
                ["list", "--since", "2026-03-02T00:00:00Z", "--until", "2026-03-01T00:00:00Z"],
                ["show"], ["show", "x"], ["show", "1", "--raw", "--json"], ["retry"], ["retry", "1", "--all"],
                ["retry", "--all", "--reason", "too_large"], ["discard"],
            ] {
                let run = try bench.attempt(["quarantine"] + arguments)
                #expect(run.status == 64, "\(arguments)")
                #expect(run.output.isEmpty)
            }
        }
    }

    @Test func anUnknownIdIs66AndOneSentence() async throws {
        try await withProgram { bench in
            for arguments in [["show", "7"], ["retry", "7"], ["discard", "7"]] {
                let run = try bench.attempt(["quarantine"] + arguments + ["--quiet"])
                #expect(run.status == 66, "\(arguments)")
                #expect(run.output.isEmpty && run.errors.split(separator: "\n").count == 1)
            }
        }
    }

    @Test func listFiltersAndGivesEveryMember() async throws {
        try await withProgram { bench in
            try bench.write("bad\n\(Line.good(1).replacing("prompt_shown", with: "prompt_wished"))\n", to: "a")
            try bench.write("{}\n", to: "b")
            try bench.run("ingest", "--quiet", "a", "b")
            #expect(try bench.listed() == ["b:1", "a:1", "a:2"])
            #expect(try bench.listed("--limit", "1") == ["b:1"])
            #expect(try bench.listed("--reason", "unknown_type") == ["a:2"])
            #expect(try bench.listed("--source", "a") == ["a:1", "a:2"])
            #expect(try bench.listed("--source", "b*") == ["b:1"])
            #expect(try bench.listed("--until", "2026-03-02T00:00:01Z") == ["a:2"])
            #expect(try bench.listed("--since", "2026-03-02T00:00:01Z") == ["b:1", "a:1"])
            #expect(try bench.listed("--state", "released") == [])
            let rows = try #require(try bench.quarantine("list", "--source", "a*") as? [[String: Any]])
            let (unread, row) = (rows[0], rows[1])
            #expect(
                Set(row.keys) == [
                    "quarantine_id", "reason", "detail", "source", "line", "received_at", "byte_count", "app_id",
                    "installation_id", "state",
                ])
            #expect(row["line"] as? Int == 2 && row["source"] as? String == "a")
            #expect(row["received_at"] as? String == "2026-03-02T00:00:00Z" && row["state"] as? String == "held")
            #expect(row["app_id"] as? String == "com.example.shop")
            #expect(unread["app_id"] is NSNull)
        }
    }

    @Test func theTableIsAlignedFitsAndEndsWithTheTotal() async throws {
        try await withProgram { bench in
            let long = String(repeating: "幅", count: 300)
            try bench.write("{\"id\":\"\(long)\"}\n{\"id\": \(String(repeating: "x", count: 99))\n{}\n", to: "a.ndjson")
            try bench.run("ingest", "--quiet", "a.ndjson")
            let lines = try bench.run("quarantine", "list", "--limit", "2").output.split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines.first?.hasPrefix("ID") == true)
            #expect(lines.last == "3 deliveries match; the newest 2 are shown")
            #expect(lines.allSatisfy { $0.count <= 120 })
            let all = try bench.run("quarantine", "list").output.split(separator: "\n")
            #expect(all.last == "3 deliveries match")
        }
    }

    @Test func aNameThatSteersTheTerminalIsShownAndNotObeyed() async throws {
        try await withProgram { bench in
            try bench.write("b\u{1B}[2J\n", to: "a\u{1B}[31m.ndjson")
            _ = try bench.attempt("ingest", "--quiet", "a\u{1B}[31m.ndjson")
            let list = try bench.run("quarantine", "list").output
            #expect(!list.contains("\u{1B}") && list.contains("\\x1B[31m"))
            let show = try bench.run("quarantine", "show", "1").output
            #expect(!show.contains("\u{1B}") && show.contains("b\\x1B[2J"))
        }
    }

    @Test func showGivesTheExactBytes() async throws {
        try await withProgram { bench in
            let bytes = Data([0xFF, 0x00, 0x62, 0xC3, 0xA9, 0x0D, 0x1B])
            try (bytes + Data([0x0A])).write(to: URL(fileURLWithPath: bench.folder + "/a.ndjson"))
            _ = try bench.attempt("ingest", "--quiet", "a.ndjson")
            let raw = bench.folder + "/raw"
            _ = try ProgramRun.run(
                ["quarantine", "show", "1", "--raw"], database: bench.database.target, in: bench.folder, outputTo: raw)
            #expect(try Data(contentsOf: URL(fileURLWithPath: raw)) == bytes)
            let shown = try #require(try bench.quarantine("show", "1") as? [String: Any])
            #expect(shown["bytes_base64"] as? String == bytes.base64EncodedString())
            #expect(shown["reason"] as? String == "invalid_utf8" && shown["byte_count"] as? Int == 7)
            let text = try bench.run("quarantine", "show", "1").output
            #expect(text.contains("\\xFF\\x00bé\\x0D\\x1B") && text.contains("byte 1 is not UTF-8"))
        }
    }
}
