import Foundation
import TestSupport
import Testing

/// Commands that can't be undone ask on a terminal.
@Suite struct ConsentTests {
    private static let id = EventText.uuid(0xAA)
    private static let old = "2020-01-15T12:00:00Z"

    /// Of January 2020: a permission event and an engagement event of one installation, an engagement event of another app, and a
    /// reject that names the installation.
    private static let lines = [
        EventText.line("prompt_shown", id: 1, at: old, received: old),
        EventText.line("app_opened", id: 2, at: old, received: old),
        EventText.line("app_opened", id: 3, installation: 0xBB, app: "com.example.news", at: old, received: old),
        EventText.line("prompt_wished", id: 4, at: old, received: old),
    ]

    /// The commands, with what they say that they would delete.
    private static let commands: [(arguments: String, says: [String])] = [
        (
            "forget \(id)",
            [
                "1 installation would be erased:",
                "com.example.shop: 1 installation, 1 permission and 1 engagement events, 1 rejected delivery",
            ]
        ),
        (
            "forget --app com.example.shop",
            [
                "com.example.shop would be removed whole: 1 installation, 1 permission and 1 engagement events, "
                    + "1 rejected delivery, 0 keys"
            ]
        ),
        (
            "retain --engagement-months 1",
            ["and 2 dropped:", "2020-01, com.example.news: 1 event", "2020-01, com.example.shop: 1 event"]
        ),
        ("quarantine discard --all", ["1 rejected delivery would be discarded:", "com.example.shop: 1"]),
    ]

    @Test(arguments: commands.indices) func onATerminalItShowsWhatGoesAndAsks(_ place: Int) async throws {
        let (arguments, says) = Self.commands[place]
        try await withProgram { bench in
            try bench.takeOld(Self.lines)
            let before = try await bench.stored()
            let refused = try bench.onTerminal(arguments, typing: "n")
            #expect(refused.status == 130 && refused.output.contains("Go on? [y/N]"), "\(refused.output)")
            #expect(says.allSatisfy { refused.output.contains($0) }, "\(refused.output)")
            #expect(refused.output.contains("Nothing was changed."))
            #expect(try await bench.stored() == before)
            let done = try bench.onTerminal(arguments, typing: "y")
            #expect(done.status == 0, "\(done.output)")
            #expect(try await bench.stored() != before)
        }
    }

    @Test(arguments: commands.indices) func withYesNobodyIsAsked(_ place: Int) async throws {
        try await withProgram { bench in
            try bench.takeOld(Self.lines)
            let before = try await bench.stored()
            let done = try bench.onTerminal(Self.commands[place].arguments + " --yes", typing: "n")
            #expect(done.status == 0 && !done.output.contains("[y/N]"), "\(done.output)")
            #expect(try await bench.stored() != before)
        }
    }

    @Test(arguments: commands.indices) func aDryRunSaysWhatWouldGoAndChangesNothing(_ place: Int) async throws {
        let (arguments, says) = Self.commands[place]
        try await withProgram { bench in
            try bench.takeOld(Self.lines)
            let before = try await bench.stored()
            let text = try bench.shell("bellwether \(arguments) --dry-run --quiet")
            #expect(text.status == 0 && says.allSatisfy { text.output.contains($0) }, "\(text.output)\(text.errors)")
            let run = try bench.shell("bellwether \(arguments) --dry-run --json --quiet")
            let members = try json(run.output)
            let parts = (members["apps"] ?? members["months"]) as? [[String: Any]] ?? [members]
            #expect(parts.contains { $0["app_id"] != nil }, "\(run.output)")
            #expect(try await bench.stored() == before)
            #expect(try bench.shell("bellwether \(arguments) --dry-run --yes").status == 64)
        }
    }

    @Test func idsFromAFileAreErasedWithoutAQuestion() async throws {
        try await withProgram { bench in
            try bench.takeOld(Self.lines)
            try bench.write(Self.id, to: "ids.txt")
            let run = try bench.onTerminal("forget - < ids.txt", typing: "n")
            #expect(run.status == 0 && !run.output.contains("[y/N]"), "\(run.output)")
            #expect(try await bench.rows("SELECT count(*) FROM log.erased") == [["1"]])
        }
    }
}

extension Workbench {
    fileprivate func takeOld(_ lines: [String]) throws {
        try write(lines.joined(separator: "\n"), to: "events.ndjson")
        try run("ingest", "--quiet", "--max-rejected", "100", "events.ndjson")
    }

    /// Runs the program on a separate terminal, with a line typed on it. What it writes is the output.
    fileprivate func onTerminal(_ arguments: String, typing line: String) throws -> ProgramRun {
        try shell("printf '\(line)\\n' | script --quiet --return --command 'bellwether \(arguments)' /dev/null")
    }

    /// What the commands change.
    fileprivate func stored() async throws -> [[String?]] {
        try await rows(
            """
            SELECT
                (SELECT count(*) FROM log.permission_event), (SELECT count(*) FROM log.engagement_event),
                (SELECT count(*) FROM log.quarantine WHERE state = 'held'), (SELECT count(*) FROM log.erased),
                intake_rules.retained_from
            FROM log.intake_rules
            """)
    }
}
