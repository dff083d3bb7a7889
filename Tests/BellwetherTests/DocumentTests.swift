import EventLog
import Foundation
import TestSupport
import Testing

/// Runs the commands and ingests the events in the documents. `CookbookTests` and `NotebookTests` cover docs/sql.md,
/// `ImportTests` covers the recipes of docs/how-to, and `script/check` checks that the scripts named in documents exist.
@Suite(.timeLimit(.minutes(20))) struct DocumentTests {
    /// Commands in documents that these tests skip: one runs until it is stopped, the other reports on the machine.
    /// `ServeTests` and `DoctorTests` cover them.
    private static let elsewhere = ["bellwether serve", "bellwether doctor"]

    @Test(arguments: [
        "README.md", "docs/apple-checklist.md", "docs/clients.md", "docs/dashboards.md", "docs/operations.md",
        "docs/how-to/bi-tool.md", "docs/how-to/erase.md", "docs/how-to/nightly.md", "docs/how-to/own-server.md",
        "docs/how-to/uninstall.md", "docs/how-to/upgrade.md", "docs/tutorial.md",
    ])
    func everyCommandOfADocumentSucceeds(document: String) async throws {
        try await withProgram { bench in
            try bench.layOut()
            let commands = try Self.commands(of: document)
            #expect(!commands.isEmpty)
            for command in commands where !Self.elsewhere.contains(where: { command.hasPrefix($0) }) {
                let run = try bench.shell(command)
                #expect(run.status == 0, "\(document): \(command): \(run.errors)")
            }
        }
    }

    /// Returns the lines in code fences that start with `bellwether` or `mkdir`, also if `su` runs them as the account
    /// `bellwether`. Moves paths under /var into the test's folder.
    private static func commands(of document: String) throws -> [String] {
        let parts = try page(document).components(separatedBy: "```").enumerated()
        let fenced = parts.filter { !$0.offset.isMultiple(of: 2) }.map { $0.element }
        return fenced.flatMap { $0.split(separator: "\n") }
            .map { line in line.wholeMatch(of: /su - bellwether .*-c (["'])DATABASE_URL=\S+ (.*)\1/)?.output.2 ?? line }
            .filter { $0.hasPrefix("bellwether ") || $0.hasPrefix("mkdir ") }
            .map { $0.replacingOccurrences(of: " /var/", with: " var/") }
    }

    @Test(arguments: ["README.md", "docs/clients.md"])
    func theEventOfADocumentIsAccepted(document: String) async throws {
        try await withProgram { bench in
            let match = try Self.page(document).firstMatch(of: /\{"id":(?s:.*?)"\}\}/)
            let event = try #require(match).output
            try bench.write(event.replacingOccurrences(of: "\n", with: " ") + "\n", to: "event.ndjson")
            try bench.run("ingest", "--quiet", "event.ndjson")
            #expect(try bench.run("sql", "-At", "-c", "SELECT count(*) FROM events").output == "1\n")
        }
    }

    @Test func theHelpNamesEachExitStatusOfTheDocuments() throws {
        let rows = try Self.page("docs/operations.md").firstMatch(of: /\| status \| \|\n(?:\|.*\n)+/)
        let statuses = try #require(rows).output.matches(of: /\n\| ([0-9, ]+) \|/).flatMap { row in
            row.output.1.split(separator: ", ")
        }
        let help = try ProgramRun.run(["--help"], database: nil, in: NSTemporaryDirectory()).output
        let sentence = try #require(help.firstMatch(of: /Exit status: [^.]*\./)).output
        #expect(Set(sentence.matches(of: /[0-9]+/).map(\.output)) == Set(statuses))
        #expect(statuses.count > 10)
    }

    private static func page(_ document: String) throws -> String {
        try String(contentsOfFile: ClientLibraries.root + "/" + document, encoding: .utf8)
    }
}

extension Workbench {
    /// Creates what the documents' commands expect: events in files and in the log, an installation, and templates.
    fileprivate func layOut() throws {
        try simulate(installations: 500, days: 60)
        for folder in ["events", "in", "var/spool/bellwether", "var/lib/bellwether"] { try makeFolder(folder) }
        try FileManager.default.moveItem(atPath: path("events.ndjson"), toPath: path("events/events.ndjson"))
        try FileManager.default.copyItem(atPath: path("events/events.ndjson"), toPath: path("in/events.ndjson"))
        try FileManager.default.createSymbolicLink(
            atPath: path("dashboards"), withDestinationPath: ClientLibraries.root + "/dashboards")
        // Of the app that docs/how-to/erase.md removes.
        let (at, received) = ("2026-03-01T12:00:00Z", "2026-03-01T12:00:01Z")
        let trial = EventText.line("app_opened", id: 1, app: "com.example.shop.trial", at: at, received: received)
        try write(trial, to: "events/trial.ndjson")
        try write("8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b\n", to: "ids.txt")
        try write("day,name\n2026-03-24,New pre-prompt\n", to: "marks.csv")
        try run("ingest", "--quiet", "events")
        try run("project", "--quiet")
    }

    private func path(_ name: String) -> String { folder + "/" + name }
}
