/// The list of findings on the overview (see `Finding`).
struct FindingList {
    /// The largest number of findings on the page; `analytics.findings` has all.
    private static let limit = 12

    let findings: [Finding]
    /// Whether to name the app of each finding. A finding about all apps together always says so.
    let namesApps: Bool
    let head: PageHead

    /// The values for the template `findings`.
    var model: PageModel {
        let listed = findings.prefix(Self.limit)
        let rest = findings.count - listed.count
        let more = PageFormat.counted(rest, "more is", "more are")
        return PageModel([
            "hasRows": .flag(!listed.isEmpty),
            "rows": .list(listed.map(row)),
            "omission": .text(rest > 0 ? "\(more) in analytics.findings. " : ""),
            "window": .text(head.window), "openWindow": .text(head.openWindow),
        ])
    }

    private func row(_ finding: Finding) -> PageModel {
        PageModel([
            "severity": .text(finding.severity.rawValue), "label": .text(finding.severity.label),
            "hasApp": .flag(namesApps || finding.appID == nil),
            "app": .text(finding.appID.map { PageFormat.name($0, atMost: 40) } ?? "All apps"),
            "sentence": .text(finding.sentence),
        ])
    }
}

extension Finding.Severity {
    fileprivate var label: String {
        switch self {
        case .alert: "Look at this"
        case .notice: "Changed"
        case .info: "New"
        }
    }
}
