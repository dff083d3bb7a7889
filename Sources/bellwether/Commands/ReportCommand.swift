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
        abstract: "Write the report's pages and CSV tables.",
        discussion: """
            Writes a new folder in --out, and points the link `latest` to it when it is complete. The report depends \
            only on the log, these options and the report before it: the same input gives the same bytes.

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
        let findings: [Finding]
    }

    func run() async throws {
        let request = try range.request()
        let (page, findings) = try await database.withDatabase(quiet: output.quiet) { database in
            try await Self.publish(
                request, from: database, to: out, keeping: range.keep, allowingEmpty: range.allowEmpty,
                quiet: output.quiet)
        }
        if output.json {
            try Console.result(json: Result(page: page, findings: findings))
        } else {
            try Console.result(page)
            if !output.quiet { for finding in findings { Console.note(finding.line) } }
        }
        try range.check(findings)
    }

    /// Makes and publishes a report. Returns the path of its first page, and its findings.
    ///
    /// - Parameter allowingEmpty: whether to publish a report without any number.
    /// - Throws: `Failure` 66 for an empty report, 64 for a report of one app in the folder of all apps.
    static func publish(
        _ request: ReportRequest, from database: Database, to out: String, keeping kept: Int = 30,
        allowingEmpty: Bool = false, quiet: Bool
    ) async throws -> (page: String, findings: [Finding]) {
        // Two sessions take little more than half the time of one, if the server has two cores.
        let (session, other) = (try await database.session(as: .project), try await database.session(as: .project))
        if !quiet { try await tellPendingSettings(on: session) }
        let folder = ReportFolder(path: out, keeping: kept)
        if let app = request.app {
            guard folder.latest == nil || folder.latest?.app != nil else { throw Failure.ofAllApps(out, app) }
            if !allowingEmpty { try await refuseUnknown(app, out, on: session) }
        }
        let versions = Report.Versions(program: Program.version, schema: Schema.newest)
        let meter = ProgressMeter("Reporting", unit: "parts", isQuiet: quiet)
        let report = try await meter.during {
            try await Report.make(
                request, versions, on: session, and: [other],
                progress: { done, count in meter.show(done, share: Double(done) / Double(count)) },
                keep: { publication in try await publication.write(on: session) })
        }
        await other.close()
        if report.isEmpty, !allowingEmpty {
            // Of a log whose first events are of today, the days up to yesterday are empty: that is no mistake.
            let isChosen = request.from != nil || request.to != nil
            if report.horizon != nil ? isChosen : folder.latest?.hasEvents == true {
                throw Failure.emptyReport(
                    out, report.horizon == nil ? "The log has no events" : "The log has no events in these days")
            }
        }
        let time = Date().formatted(.iso8601.timeSeparator(.omitted))
        _ = try folder.publish(report, at: time)
        // Commit the record of the published numbers only now, when the report can be read.
        if report.publication != nil { try await session.commit() }
        await session.close()
        return (out + "/latest/index.html", report.findings)
    }

    /// Throws if no event has this app, for example because of a typo. The error names the existing apps.
    private static func refuseUnknown(_ app: String, _ out: String, on session: Session) async throws {
        let apps = try await session.run { connection in
            try connection.execute(
                Statement("list apps", "SELECT app.app_id FROM log.app ORDER BY app.app_id COLLATE \"C\"")
            ).rows().compactMap { $0[0] }
        }
        guard !apps.contains(where: { $0.utf8.elementsEqual(app.utf8) }) else { return }
        let listed = apps.prefix(5).map { PageFormat.name($0) }.joined(separator: ", ")
        let more = apps.count > 5 ? " and \(PageFormat.count(apps.count - 5)) more" : ""
        let others = apps.isEmpty ? "of any app" : "of \(PageFormat.name(app)), but of \(listed)\(more)"
        throw Failure.emptyReport(out, "The log has no events \(others)")
    }

    /// Prints a note for each pending setting, which the report does not use yet. The pages don't mention them because
    /// they depend only on settings in force.
    private static func tellPendingSettings(on session: Session) async throws {
        for setting in try await session.run({ connection in try Setting.all(connection) }) {
            guard let pending = setting.pending else { continue }
            let now = "\(setting.name) \(setting.value)"
            Console.note("This report still uses \(now): to use \(pending), run `bellwether project` first.")
        }
    }
}

extension Failure {
    /// A report that would be empty, for this reason.
    fileprivate static func emptyReport(_ out: String, _ reason: String) -> Failure {
        Failure(
            status: 66,
            description: "\(reason), so the report would be empty, and \(out) is unchanged: correct --app, --from or "
                + "--to, or give --allow-empty.")
    }

    /// A report of one app in a folder whose reports are of all apps.
    fileprivate static func ofAllApps(_ out: String, _ app: String) -> Failure {
        Failure(
            status: 64,
            description: "The reports in \(out) are of all apps, and one of \(PageFormat.name(app)) would replace "
                + "them: give --out another folder.")
    }
}

extension Finding {
    /// The finding as a line of text.
    var line: String {
        "\(severity.rawValue): \(appID.map { PageFormat.name($0) + ": " } ?? "")\(sentence)"
    }
}

/// The options of a report that `report` and `nightly` share.
struct ReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The number of reports to keep in --out, including this one.", valueName: "n"))
    var keep = 30

    @Option(help: ArgumentHelp("The first day (yyyy-mm-dd); by default 89 days before the last.", valueName: "day"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "The number of days instead of 90, for example 365: pages of the last 7, 28 and 90 days are written too.",
            valueName: "n"))
    var days: Int?

    @Option(help: ArgumentHelp("The last day; by default the day before that of the newest data.", valueName: "day"))
    var to: String?

    @Option(help: ArgumentHelp("Only this app.", valueName: "id"))
    var app: String?

    @Option(help: ArgumentHelp("Withhold rows that count fewer people than this.", valueName: "k"))
    var minimumCell = 0

    @Option(
        help: ArgumentHelp(
            "Show what was known at this time (RFC 3339, such as 2026-04-01T00:00:00Z).", valueName: "time"))
    var asOf: String?

    @Option(
        help: ArgumentHelp(
            "A folder with templates, page.css or page.js that replace the program's own.", valueName: "dir"))
    var templates: String?

    @Flag(help: "Write the report even if no event is in it, for example of an app without events.")
    var allowEmpty = false

    @Flag(help: "Exit with 10 if a finding is an alert, so that a scheduler can notify someone.")
    var alert = false

    /// The maximum of `--minimum-cell`: the database's functions take a four-byte integer.
    private static let greatestMinimumCell = Int(Int32.max)

    private static let mostDays = 3660

    func request() throws -> ReportRequest {
        guard keep > 0 else { throw Failure.usage("--keep must be at least 1.") }
        guard 0...Self.greatestMinimumCell ~= minimumCell else {
            throw Failure.usage("--minimum-cell must be 0 (off) or a number up to \(Self.greatestMinimumCell).")
        }
        let (first, last) = (try day(from, "--from"), try day(to, "--to"))
        if let days {
            guard 1...Self.mostDays ~= days else { throw Failure.usage("--days must be 1 to \(Self.mostDays).") }
            guard from == nil else { throw Failure.usage("Give either --from or --days.") }
        }
        if let first, let last, first > last { throw ReportError.range(from: first, to: last) }
        var request = ReportRequest(
            from: first, to: last, app: app, minimumCell: minimumCell, asOf: try moment(asOf), templates: templates)
        request.days = days ?? request.days
        return request
    }

    /// Throws exit status 10 if a finding is an alert and `--alert` was given.
    func check(_ findings: [Finding]) throws {
        if alert && findings.contains(where: { $0.severity == .alert }) { throw ExitCode(10) }
    }

    private func day(_ text: String?, _ option: String) throws -> Day? {
        guard let text else { return nil }
        guard let day = Day(text) else {
            throw Failure.usage("\(option) \(text) is not a day: write it like 2026-04-30.")
        }
        return day
    }

    private func moment(_ text: String?) throws -> String? {
        guard let text else { return nil }
        guard let moment = Timestamp(rfc3339: text) else {
            throw Failure.usage("--as-of \(text) is not a time: write it like 2026-04-01T00:00:00Z.")
        }
        return moment.text
    }
}

extension Timestamp {
    /// The time in RFC 3339 form in UTC, with microseconds. The user's text is not passed on, because PostgreSQL does
    /// not read all forms that the event contract accepts, and rounds instead of truncating.
    fileprivate var text: String {
        let fraction = (microseconds % 1_000_000 + 1_000_000) % 1_000_000
        let second = Date(timeIntervalSince1970: Double((microseconds - fraction) / 1_000_000))
        return "\(second.formatted(.iso8601).dropLast()).\(String(1_000_000 + fraction).dropFirst())Z"
    }
}
