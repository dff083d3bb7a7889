import Foundation

extension Digest {
    /// The digest as JSON; numbers are those of `key_numbers`, fractions for rates.
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
        /// The findings about all apps together.
        let findings: [Finding]

        init(_ digest: Digest) {
            (title, timeZone, horizon) = (digest.headline.title, digest.head.timeZone, digest.head.horizon)
            (from, to) = (digest.head.from?.description, digest.head.to?.description)
            (omittedApps, findings) = (digest.omitted, digest.findings)
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
        let findings: [Finding]
        /// The number of findings that are only in `analytics.findings`; nil if none.
        let omittedFindings: Int?
        let marks: [Mark]
        /// The number of marks, older than these, that are only in `marks.csv`; nil if none.
        let omittedMarks: Int?

        /// The largest number of findings, and of marks.
        private static let limit = 1_000

        init(_ app: App, _ digest: Digest) {
            (appId, title, text) = (app.appID, app.headline.title, app.lede)
            experiments = app.experiments.prefix(Self.limit).map(\.withoutJoiners)
            findings = Array(app.findings.prefix(Self.limit))
            omittedFindings = Self.omitted(app.findings.count)
            page = (digest.address ?? "") + app.page
            lookAt = app.headline.looks.map(\.sentence)
            let targets = digest.rows["targets", app: app.appID]
            numbers = digest.rows["key_numbers", app: app.appID].map { row in
                Number(row, target: targets.first { $0["measure"] == row["measure"] }?.double("target")?.published)
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

    private struct Number: Encodable {
        let measure: String
        let part: Int?
        let base: Int?
        let rate: Double?
        let rateLow: Double?
        let rateHigh: Double?
        let before: Double?
        let difference: Double?
        let differenceLow: Double?
        let differenceHigh: Double?
        let target: Double?

        init(_ row: Row, target: Double?) {
            func published(_ column: String) -> Double? { row.double(column)?.published }
            (measure, part, base, self.target) = (row.text("measure"), row.int("part"), row.int("base"), target)
            (rate, rateLow, rateHigh) = (published("rate"), published("rate_low"), published("rate_high"))
            (before, difference) = (published("before"), published("difference"))
            (differenceLow, differenceHigh) = (published("difference_low"), published("difference_high"))
        }
    }
}
