import Postgres

/// A finding: a change, something new, or a problem that a rule detected. One row of `analytics.findings`.
public struct Finding: Sendable, Encodable {
    /// How important the finding is. `report --alert` exits with 10 if any finding is an `alert`.
    public enum Severity: String, Sendable, Encodable { case alert, notice, info }

    public let severity: Severity
    /// The rule that detected it, for example `grant_rate`.
    public let rule: String
    /// nil if it concerns all apps.
    public let appID: String?
    /// The group that it concerns, for example `iOS 17.4`; nil if it concerns the whole app.
    public let subject: String?
    /// The first day of the later of the two periods compared, or the day since which the finding holds.
    public let since: String
    /// The earlier and the later rate as fractions; nil if the rule compares no rates.
    public let before: Double?
    public let after: Double?
    /// `after` − `before`, with the bounds of its 95% interval.
    public let difference: Double?
    public let differenceLow: Double?
    public let differenceHigh: Double?
    /// The two-sided p value after Benjamini–Hochberg adjustment; nil if the rule makes no test.
    public let pAdjusted: Double?

    /// Creates a finding. Omit the values that its rule does not have.
    package init(
        _ severity: Severity, _ rule: String, app appID: String? = nil, subject: String? = nil, since: String,
        before: Double? = nil, after: Double? = nil, difference: Double? = nil, low: Double? = nil, high: Double? = nil,
        pAdjusted: Double? = nil
    ) {
        (self.severity, self.rule, self.appID, self.subject, self.since) = (severity, rule, appID, subject, since)
        (self.before, self.after, self.pAdjusted) = (before, after, pAdjusted)
        (self.difference, differenceLow, differenceHigh) = (difference, low, high)
    }

    private enum CodingKeys: String, CodingKey {
        case severity, rule, subject, since, before, after, difference, sentence
        case appID = "app_id"
        case differenceLow = "difference_low"
        case differenceHigh = "difference_high"
        case pAdjusted = "p_adjusted"
    }

    /// Encodes the columns under their names in `analytics.findings`, with null for nil, and `sentence`.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(severity, forKey: .severity)
        try row.encode(rule, forKey: .rule)
        try row.encode(appID, forKey: .appID)
        try row.encode(subject, forKey: .subject)
        try row.encode(since, forKey: .since)
        try row.encode(before, forKey: .before)
        try row.encode(after, forKey: .after)
        try row.encode(difference, forKey: .difference)
        try row.encode(differenceLow, forKey: .differenceLow)
        try row.encode(differenceHigh, forKey: .differenceHigh)
        try row.encode(pAdjusted, forKey: .pAdjusted)
        try row.encode(sentence, forKey: .sentence)
    }
}

extension Finding {
    /// Reads the findings as of the report's last day, most severe first. None if the range is empty.
    static func read(_ parameters: ReportParameters, _ connection: borrowing Connection) throws -> [Finding] {
        let found = try connection.execute(query, parameters.values)
        return (0..<found.rowCount).map { row in
            let number = { column in found.text(row, column).flatMap { Double($0) } }
            return Finding(
                found.text(row, 1).flatMap { Severity(rawValue: $0) } ?? .info, found.text(row, 2) ?? "",
                app: found.text(row, 0), subject: found.text(row, 3), since: found.text(row, 4) ?? "",
                before: number(5), after: number(6), difference: number(7), low: number(8), high: number(9),
                pAdjusted: number(10))
        }
    }

    /// Includes `rejects` even if the report is limited to one app, because deliveries are counted for all apps
    /// together.
    private static let query = Statement(
        "findings",
        """
        SELECT findings.*
        FROM analytics.findings($2::date, $3::timestamptz, $4::integer) AS findings
        WHERE $2::date >= $1::date
            AND ($5::text IS NULL OR findings.app_id = $5::text OR findings.rule = 'rejects')
        """)
}

extension Finding {
    /// The finding as one sentence, without the app's name.
    public var sentence: String {
        let who = subject.map { PageFormat.name($0) } ?? "All versions"
        let day = Day(since)?.text ?? since
        switch rule {
        case "grant_rate": return "\(who): \(rates) of people asked allow notifications, \(comparison)."
        case "direct_open_rate": return "\(who): \(rates) of sends were opened directly, \(comparison)."
        case "mix":
            return "The grant rate went from \(percent(before)) to \(percent(after)); more of the difference comes "
                + "with other shares of the OS versions than with other rates within them."
        case "new_os_version":
            return "\(who) is new: first asked on \(day), 30 people or more by now."
        case "silent":
            return "\(subject == nil ? "The app" : who) has sent nothing since \(day)."
        case "rejects":
            return "\(percent(after)) of deliveries were rejected in the 7 days from \(day), against "
                + "\(percent(before)) before."
        case "latency":
            return "\(percent(after)) of events came more than 24 hours late in the 7 days from \(day), against "
                + "\(percent(before)) before."
        default: return "\(who): \(rule)."
        }
    }

    private var rates: String { "\(percent(after)), before \(percent(before))," }

    /// For example `−4.2 points (95 % interval −5.6 to −2.8) in the 28 days from 3 Jul 2026`.
    private var comparison: String {
        "\(points(difference)) points (95\u{202F}% interval \(points(differenceLow)) to \(points(differenceHigh))) "
            + "in the 28 days from \(Day(since)?.text ?? since)"
    }

    private func percent(_ fraction: Double?) -> String { fraction.map(PageFormat.percent) ?? PageFormat.dash }

    private func points(_ fraction: Double?) -> String {
        guard let fraction else { return PageFormat.dash }
        let digits = PageFormat.percentDigits(fraction)
        return fraction > 0 && digits != "0.0" ? "+" + digits : digits
    }
}
