import Foundation

extension Digest {
    /// The digest as JSON; numbers and changes are rows of `verdicts`.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            return String(decoding: try encoder.encode(Document(self)), as: UTF8.self) + "\n"
        }
    }

    private struct Document: Encodable {
        let title: String
        let from: String?
        let to: String?
        let timeZone: String
        let horizon: String?
        let apps: [Entry]
        /// The number of apps that are only in the report.
        let omittedApps: Int
        /// What changed of all apps together.
        let findings: [Verdict]

        init(_ digest: Digest) {
            (title, timeZone, horizon) = (digest.headline.title, digest.head.timeZone, digest.head.horizon)
            (from, to) = (digest.head.from?.description, digest.head.to?.description)
            (omittedApps, findings) = (digest.omitted, digest.changes)
            apps = digest.apps.map { Entry($0, digest) }
        }
    }

    private struct Entry: Encodable {
        let appId: String
        let title: String
        let text: String
        /// The overview: its address, or its path in the report's folder.
        let page: String
        let numbers: [Number]
        let lookAt: [String]
        /// What is clear of experiments, at most `limit`.
        let experiments: [String]
        let findings: [Verdict]
        /// The number of changes that are only in `verdicts.csv`; nil if none.
        let omittedFindings: Int?
        let marks: [Mark]
        /// The number of marks, older than these, that are only in `marks.csv`; nil if none.
        let omittedMarks: Int?

        /// The largest number of changes, and of marks.
        private static let limit = 1_000

        init(_ app: App, _ digest: Digest) {
            (appId, title, text) = (app.appID, app.headline.title, app.lede)
            experiments = app.experiments.prefix(Self.limit).map(\.withoutJoiners)
            findings = app.changes.prefix(Self.limit).map(\.verdict)
            omittedFindings = Self.omitted(app.changes.count)
            page = (digest.address ?? "") + app.page
            lookAt = app.headline.looks.map(\.sentence)
            let targets = digest.rows["targets", app: app.appID]
            let measures = ["opt_in": "grant_rate", "reach": "reach_rate_28d"]
            numbers = Verdicts(app.appID, digest.rows).all.filter { $0.isWhole && !$0.isOfShift && !$0.isOfRule }.map {
                verdict in
                let target = targets.first { $0["measure"] == measures[verdict.metric] }
                return Number(verdict: verdict, target: target?.double("target")?.published)
            }
            let told = digest.rows["marks", app: app.appID].filter { $0["is_new"] == "true" }
            marks = told.suffix(Self.limit).map(Mark.init)
            omittedMarks = Self.omitted(told.count)
        }

        private static func omitted(_ count: Int) -> Int? { count > limit ? count - limit : nil }
    }

    private struct Mark: Encodable {
        let day: String
        let kind: String
        let name: String

        init(_ row: Row) { (day, kind, name) = (row.text("day"), row.text("kind"), row.text("name")) }
    }

    /// A number of the overview: the verdict on the whole app, and the target.
    private struct Number: Encodable {
        let verdict: Verdict
        let target: Double?
    }
}
