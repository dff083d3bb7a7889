import Postgres

/// A row of `analytics.findings`: what changed, what is new or what is wrong, by a rule.
public struct Finding: Sendable, Encodable {
    /// How much it matters; `alert` can be asked for as an exit status.
    public enum Severity: String, Sendable, Encodable { case alert, notice, info }

    public let severity: Severity
    /// The rule by which it was found, such as `grant_rate`.
    public let rule: String
    /// nil where it is about all apps.
    public let appID: String?
    /// The group it is about, such as `iOS 17.4`; nil where it is about all of the app.
    public let subject: String?
    /// The first day of the later period, or since when it is so.
    public let since: String
    /// The rates before and after as fractions, nil where the rule compares none.
    public let before: Double?
    public let after: Double?
    /// After − before with its 95 % interval.
    public let difference: Double?
    public let differenceLow: Double?
    public let differenceHigh: Double?
    /// Two-sided, adjusted by Benjamini and Hochberg; nil where nothing was tested.
    public let pAdjusted: Double?

    /// A finding; what its rule doesn't have is left out.
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

    /// The columns of the view by their names, null where there is nothing, and the sentence.
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
    /// The findings of a report up to its last day, the gravest first.
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

    /// Deliveries are of all apps, whatever app a report is of.
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
    /// What it says in one sentence, without the app.
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

    /// `−4.2 points (95 % interval −5.6 to −2.8) in the 28 days from 3 Jul 2026`.
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
