/// The list of findings on the overview (see `Finding`).
struct FindingList {
    /// The largest number of findings on the page; `analytics.findings` has all.
    private static let limit = 12

    let findings: [Finding]
    /// Whether to name the app of each finding. A finding about all apps together always says so.
    let namesApps: Bool
    let head: PageHead
    /// Returns the page or figure about a finding; nil if there is none.
    let link: (Finding) -> String?

    /// The values for the template `findings`.
    var model: PageModel {
        let listed = findings.prefix(Self.limit)
        let rest = findings.count - listed.count
        let more = PageFormat.counted(rest, "more is", "more are")
        return PageModel([
            "hasRows": .flag(!listed.isEmpty),
            "rows": .list(listed.map(row)),
            "omission": .text(rest > 0 ? "\(more) in analytics.findings. " : ""),
            "rules": .text(SitePage.glossary.file),
        ])
    }

    private func row(_ finding: Finding) -> PageModel {
        PageModel([
            "severity": .text(finding.severity.rawValue), "label": .text(finding.severity.label),
            "days": .text(days(finding)),
            "hasApp": .flag(namesApps || finding.appID == nil),
            "app": .text(finding.appID.map { head.name(of: $0, atMost: 40) } ?? "All apps"),
            "sentence": .text(finding.sentence),
            "hasLink": .flag(link(finding) != nil), "href": .text(link(finding) ?? ""),
        ])
    }

    /// The days that the finding is about: the later of the two ranges compared, or the days since it began.
    private func days(_ finding: Finding) -> String {
        guard let since = Day(finding.since) else { return finding.since }
        let isRange = ["mix", "open_rate_24h"].contains(finding.rule)
        guard isRange, let to = head.to else { return "since \(since.shortText)" }
        return "\(since.shortText)–\(to.shortText)"
    }
}

extension Finding.Severity {
    /// The words that say how important it is.
    var label: String {
        switch self {
        case .alert: "Look at this"
        case .notice: "Changed"
        case .info: "New"
        }
    }
}
