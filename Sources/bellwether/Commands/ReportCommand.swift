import ArgumentParser
import EventLog
import Events
import Foundation
import Pages
import Postgres
import Projections
import Reports

/// `bellwether report --out DIR`
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the report's pages and CSV tables.",
        discussion: """
            Writes a new folder in --out, and points the link `latest` to it when it is complete. If --from, --to, --days, \
            --as-of or --app choose something else than for the nightly reports of the folder, the report gets its own \
            link, such as `days-7`, and `latest` stays. The report depends only on the log, these options and the report \
            before it: the same input gives the same bytes.

            Example:  bellwether report --out reports --from 2026-02-01 --to 2026-04-30
            """)

    @Option(help: ArgumentHelp("The folder to publish reports in.", valueName: "dir"))
    var out: String

    @OptionGroup var range: ReportOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    /// The result in the form that `--json` prints.
    private struct Result: Encodable {
        let page: String
        let findings: [Verdict]
    }

    func run() async throws {
        let request = try range.request()
        let (page, report) = try await database.withDatabase(quiet: output.quiet) { database in
            try await Pipeline(database, isQuiet: output.quiet).report(
                request, to: out, keeping: range.keep, isChosen: range.isChosen(isNightly: false),
                allowingEmpty: range.allowEmpty)
        }
        if output.json {
            try Console.result(json: Result(page: page, findings: report.findings))
        } else {
            try Console.result(page)
            if !output.quiet { for finding in report.findings { Console.note(finding.line) } }
        }
        try range.check(report.findings)
    }
}
