import ArgumentParser
import EventLog
import Events
import Foundation
import Postgres
import Projections
import Reports

/// `bellwether report --out DIR`
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the pages and tables.",
        discussion: """
            Writes a folder of its own below --out and points the link `latest` to it when it is whole. The report is a \
            function of the log, these options and what the report before published: the same ones give the same bytes.

            Example:  bellwether report --out reports --from 2026-02-01 --to 2026-04-30
            """)

    @Option(help: ArgumentHelp("The folder to publish in.", valueName: "dir"))
    var out: String

    @OptionGroup var range: ReportOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    /// What `--json` prints.
    private struct Result: Encodable {
        let page: String
        let findings: [Finding]
    }

    func run() async throws {
        let request = try range.request()
        let (page, findings) = try await database.withDatabase(quiet: output.quiet) { database in
            try await Self.publish(request, from: database, to: out, keeping: range.keep, quiet: output.quiet)
        }
        if output.json {
            try Console.result(json: Result(page: page, findings: findings))
        } else {
            try Console.result(page)
            if !output.quiet { for finding in findings { Console.note(finding.line) } }
        }
        try range.check(findings)
    }

    /// Makes a report, publishes it, and gives the path of its first page and what it found.
    static func publish(
        _ request: ReportRequest, from database: Database, to out: String, keeping kept: Int = 30, quiet: Bool
    ) async throws -> (page: String, findings: [Finding]) {
        // Two of them read a report in little more than half the time, as long as the server has two cores.
        let (session, other) = (try await database.session(as: .project), try await database.session(as: .project))
        if !quiet { try await tellPendingSettings(on: session) }
        if let app = request.app { try await tellUnknown(app, on: session) }
        let versions = Report.Versions(program: Program.version, schema: Schema.newest)
        let meter = ProgressMeter("Reporting", unit: "parts", isQuiet: quiet)
        let report = try await meter.during {
            try await Report.make(
                request, versions, on: session, and: [other],
                progress: { done, count in meter.show(done, share: Double(done) / Double(count)) },
                keep: { publication in try await publication.write(on: session) })
        }
        await other.close()
        let time = Date().formatted(.iso8601.timeSeparator(.omitted))
        _ = try ReportFolder(path: out, keeping: kept).publish(report, at: time)
        // What nobody could read was not published.
        if report.publication != nil { try await session.commit() }
        await session.close()
        return (out + "/latest/index.html", report.findings)
    }

    /// Says of an app that no event names, such as one that is mistyped, which ones there are: its report is empty.
    private static func tellUnknown(_ app: String, on session: Session) async throws {
        let apps = try await session.run { connection in
            try connection.execute(
                Statement("list apps", "SELECT app.app_id FROM log.app ORDER BY app.app_id COLLATE \"C\"")
            ).rows().compactMap { $0[0] }
        }
        guard !apps.contains(where: { $0.utf8.elementsEqual(app.utf8) }) else { return }
        let listed = apps.prefix(5).map { PageFormat.name($0) }.joined(separator: ", ")
        let more = apps.count > 5 ? " and \(PageFormat.count(apps.count - 5)) more" : ""
        let others = apps.isEmpty ? "there are no events of any app" : "there are events of \(listed)\(more)"
        Console.note("No event names the app \(PageFormat.name(app)), so this report of it is empty: \(others).")
    }

    /// Says which settings the report does not follow yet. Its pages don't: they are a function of what is in force.
    private static func tellPendingSettings(on session: Session) async throws {
        for setting in try await session.run({ connection in try Setting.all(connection) }) {
            guard let pending = setting.pending else { continue }
            let now = "\(setting.name) \(setting.value)"
            Console.note("This report still goes by \(now): for \(pending) run `bellwether project` first.")
        }
    }
}

extension Finding {
    /// The finding as a person at the terminal reads it.
    var line: String {
        "\(severity.rawValue): \(appID.map { PageFormat.name($0) + ": " } ?? "")\(sentence)"
    }
}

/// Which part of the log a report shows, how many stay beside it, and whether its alerts are told by the exit status.
struct ReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many reports stay in --out, this one included.", valueName: "n"))
    var keep = 30

    @Option(help: ArgumentHelp("First day (yyyy-mm-dd); 89 days before the last by default.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("Last day; the day before the horizon's by default.", valueName: "day"))
    var to: String?

    @Option(help: ArgumentHelp("Only this app.", valueName: "id"))
    var app: String?

    @Option(help: ArgumentHelp("Withhold rows of fewer people than this.", valueName: "k"))
    var minimumCell = 0

    @Option(
        help: ArgumentHelp(
            "Show what was known then (RFC 3339, such as 2026-04-01T00:00:00Z).", valueName: "time"))
    var asOf: String?

    @Option(
        help: ArgumentHelp(
            "A folder with templates, page.css or page.js to use in place of the program's own.", valueName: "dir"))
    var templates: String?

    @Flag(help: "Exit with 10 where a finding is an alert, so that a scheduler can call someone.")
    var alert = false

    /// The database's functions take an integer of four bytes.
    private static let greatestMinimumCell = Int(Int32.max)

    func request() throws -> ReportRequest {
        guard keep > 0 else { throw Failure.usage("--keep is a number of reports, 1 or more.") }
        guard 0...Self.greatestMinimumCell ~= minimumCell else {
            throw Failure.usage("--minimum-cell is 0 (off) or a number of people up to \(Self.greatestMinimumCell).")
        }
        let (first, last) = (try day(from, "--from"), try day(to, "--to"))
        if let first, let last, first > last { throw ReportError.range(from: first, to: last) }
        return ReportRequest(
            from: first, to: last, app: app, minimumCell: minimumCell, asOf: try moment(asOf), templates: templates)
    }

    /// Throws the exit status 10 where a finding is an alert, if that is to be told.
    func check(_ findings: [Finding]) throws {
        if alert && findings.contains(where: { $0.severity == .alert }) { throw ExitCode(10) }
    }

    private func day(_ text: String?, _ option: String) throws -> Day? {
        guard let text else { return nil }
        guard let day = Day(text) else {
            throw Failure.usage("\(option) \(text) is no day: write it as 2026-04-30.")
        }
        return day
    }

    private func moment(_ text: String?) throws -> String? {
        guard let text else { return nil }
        guard let moment = Timestamp(rfc3339: text) else {
            throw Failure.usage("--as-of \(text) is no time: write it as 2026-04-01T00:00:00Z.")
        }
        return moment.text
    }
}

extension Timestamp {
    /// RFC 3339 in UTC, to the microsecond: PostgreSQL does not read all that the contract does, and rounds.
    fileprivate var text: String {
        let fraction = (microseconds % 1_000_000 + 1_000_000) % 1_000_000
        let second = Date(timeIntervalSince1970: Double((microseconds - fraction) / 1_000_000))
        return "\(second.formatted(.iso8601).dropLast()).\(String(1_000_000 + fraction).dropFirst())Z"
    }
}
