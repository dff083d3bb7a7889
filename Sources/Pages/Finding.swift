/// A change, something new, or a problem that a rule found in the data: one row of `analytics.findings`. It is an alert
/// only in the first report that has it; in later reports, while it lasts, it is a notice.
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
    /// The last day of the first report that had this finding. Nil for `mix`, `open_rate_24h` and `new_os_version`,
    /// which are found again for each report.
    public let told: String?
    /// The first day of the later of the two periods compared. For rules that compare none, the first day: of `silent`
    /// without events, of `new_os_version` on which someone was asked, of `push_service` the only one.
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
    /// Its row among the findings of the report, from 1, with which `CellMark` says where a number on a page comes
    /// from.
    private(set) var number: Int?

    /// Creates a finding. Omit the values that its rule does not have.
    package init(
        _ severity: Severity, _ rule: String, app appID: String? = nil, subject: String? = nil, told: String? = nil,
        since: String, before: Double? = nil, after: Double? = nil, difference: Double? = nil, low: Double? = nil,
        high: Double? = nil, pAdjusted: Double? = nil
    ) {
        self.told = told
        (self.severity, self.rule, self.appID, self.subject, self.since) = (severity, rule, appID, subject, since)
        (self.before, self.after, self.pAdjusted) = (before, after, pAdjusted)
        (self.difference, differenceLow, differenceHigh) = (difference, low, high)
    }

    private enum CodingKeys: String, CodingKey {
        case severity, rule, subject, told, since, before, after, difference, sentence
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
        try row.encode(told, forKey: .told)
        try row.encode(since, forKey: .since)
        try row.encode(before?.published, forKey: .before)
        try row.encode(after?.published, forKey: .after)
        try row.encode(difference?.published, forKey: .difference)
        try row.encode(differenceLow?.published, forKey: .differenceLow)
        try row.encode(differenceHigh?.published, forKey: .differenceHigh)
        try row.encode(pAdjusted?.published, forKey: .pAdjusted)
        try row.encode(sentence, forKey: .sentence)
    }
}

extension Finding {
    /// Returns the findings, each with its `number`.
    package static func numbered(_ findings: [Finding]) -> [Finding] {
        findings.enumerated().map { number, finding in
            var finding = finding
            finding.number = number + 1
            return finding
        }
    }

    /// The finding as one sentence, without the app's name.
    public var sentence: String {
        let day = Day(since)?.text ?? since
        switch rule {
        case "grant_rate":
            let first = told.flatMap { Day($0) }.map { "; first reported on \($0.text)" } ?? ""
            return
                "\(sentence(about: "opt-in within 24 hours")), \(comparison(with: "112 days before \(day)"))\(first)."
        case "open_rate_24h":
            return "\(sentence(about: "opens within 24 hours")), \(comparison(with: "28 days before"))."
        case "mix":
            return "Opt-in \(moved), from \(percentBefore) in the 28 days before: more of the change comes from "
                + "who was asked than from different answers."
        case "new_os_version":
            return "\(who) is new: first asked on \(day), \(ShownRate.smallestBase) or more people so far."
        case "silent": return "\(who) has sent no events since \(day)."
        case "rejects":
            return
                "\(percentAfter) of received events were rejected in the 7 days from \(day), \(percentBefore) before."
        case "latency":
            return "\(percentAfter) of events came more than 24 hours late in the 7 days from \(day), "
                + "\(percentBefore) before."
        case "push_service":
            return "The push service dropped \(percentAfter) of the people whom several apps could reach on \(day), "
                + "\(percentBefore) on an average day before: the service changed, not the apps."
        default: return "\(who): \(rule)."
        }
    }

    /// The finding in a few words, without the app's name: `Opt-in on iOS 26.3 −12.1 pts`.
    var label: String {
        let points = difference == nil ? "" : " \(text(difference, "difference", PageFormat.signed)) pts"
        switch rule {
        case "grant_rate", "mix": return "Opt-in\(place)\(points)"
        case "open_rate_24h": return "Opens in 24 h\(place)\(points)"
        case "new_os_version": return "\(who) is new"
        case "silent": return "\(who) is silent"
        case "rejects": return "More rejects"
        case "latency": return "More late events"
        case "push_service": return "The push service changed"
        default: return rule
        }
    }

    /// The number of days that reports compare with as many before.
    package static let days = 28

    /// Whether it is about a fall of the opt-in rate.
    var isFall: Bool { rule == "grant_rate" && (difference ?? 0) < 0 }

    /// Returns the findings about the opt-in rate of one group of people, falls and largest differences first.
    static func parts(of findings: [Finding]) -> [Finding] {
        findings.filter { $0.rule == "grant_rate" && $0.subject != nil }.enumerated().sorted { one, other in
            let rank = { (finding: Finding) in (finding.isFall ? 0 : 1, -(finding.difference?.magnitude ?? 0)) }
            let (a, b) = (rank(one.element), rank(other.element))
            return (a.0, a.1, one.offset) < (b.0, b.1, other.offset)
        }.map(\.element)
    }

    /// Returns the findings about opens, the largest differences first.
    static func opens(of findings: [Finding]) -> [Finding] {
        let size = { (finding: Finding) in finding.difference?.magnitude ?? 0 }
        return findings.filter { $0.rule == "open_rate_24h" }.enumerated().sorted { one, other in
            (size(other.element), one.offset) < (size(one.element), other.offset)
        }.map(\.element)
    }

    /// The day since which it holds, as ` since 3 Apr`.
    var sinceDay: String { Day(since).map { " since \($0.shortText)" } ?? "" }

    /// The subject as the beginning of a sentence.
    var who: String {
        guard let subject else { return rule == "silent" ? "The app" : "All versions" }
        let name = PageFormat.name(subject)
        return name.hasPrefix("app version") ? "App" + name.dropFirst(3) : name
    }

    /// The subject as a phrase: ` on iOS 26.3`, ` in app version 5.16.0`, ` at “cart”`; empty for a whole app.
    var place: String {
        guard let subject else { return "" }
        let name = PageFormat.name(subject)
        if subject.hasPrefix("placement ") { return " at “\(name.dropFirst("placement ".count))”" }
        return subject.hasPrefix("app version ") ? " in \(name)" : " on \(name)"
    }

    /// For example `On iOS 26.3, opt-in fell 4.2 points to 47.9%`.
    private func sentence(about what: String) -> String {
        let words = subject == nil ? what : "\(place.dropFirst()), \(what)"
        return "\(words.prefix(1).uppercased())\(words.dropFirst()) \(moved)"
    }

    /// For example `fell 4.2 points to 47.9%`.
    private var moved: String {
        difference == nil ? "changed to \(percentAfter)" : "\(change) to \(percentAfter)"
    }

    /// For example `fell 4.2 points`; a dash if the rule has no difference.
    var change: String { text(difference, "difference", PageFormat.moved) }

    /// The later rate, for example `47.9%`.
    var percentAfter: String { text(after, "after", PageFormat.percent) }

    /// The earlier rate.
    var percentBefore: String { text(before, "before", PageFormat.percent) }

    /// For example `from 52.1% in the 28 days before (95% interval −5.6 to −2.8 points)`.
    private func comparison(with days: String) -> String {
        let low = text(differenceLow, "difference_low", PageFormat.signed)
        let high = text(differenceHigh, "difference_high", PageFormat.signed)
        return "from \(percentBefore) in the \(days) (95% interval \(low) to \(high) points)"
    }

    /// Returns a fraction as `format` writes it, marked with its cell (`column` of `analytics.findings`); a dash if it
    /// is nil.
    private func text(_ fraction: Double?, _ column: String, _ format: (Double) -> String) -> String {
        CellMark.mark(fraction.map(format) ?? PageFormat.dash, number.map { "findings/\(column)/\($0)" })
    }
}
