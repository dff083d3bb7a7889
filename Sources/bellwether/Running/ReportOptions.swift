import ArgumentParser
import Events
import Foundation
import Pages
import Reports

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

    @Option(
        help: ArgumentHelp(
            "The address at which --out/latest is served, for the links of the digest.", valueName: "url"))
    var address: String?

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
        if let address, Webhook.host(of: address) == nil {
            throw Failure.usage("--address must be an address such as https://reports.example.com/.")
        }
        if let app, !ReportName.isPlain(app) || app.isEmpty {
            throw Failure.usage("--app \(PageFormat.name(app)) is no app: write it like com.example.shop.")
        }
        var request = ReportRequest(
            from: first, to: last, app: app, minimumCell: minimumCell, asOf: try moment(asOf), templates: templates,
            address: address)
        request.days = days ?? request.days
        return request
    }

    /// Whether options choose the days or the app, so that a report without any event is a mistake. Of nightly reports
    /// only those that name a day or a time do: all events of the first night can be of that day.
    func isChosen(isNightly: Bool) -> Bool {
        from != nil || to != nil || asOf != nil || !isNightly && (days != nil || app != nil)
    }

    /// Throws exit status 10 if a finding is an alert and `--alert` was given.
    func check(_ findings: [Verdict]) throws {
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
