/// What changed, as the overview lists it.
struct FindingList {
    /// The page names so many; the view has all.
    private static let limit = 12

    let findings: [Finding]
    /// Whether it must be said which app one is about; one about all of them says so anyway.
    let namesApps: Bool
    let head: PageHead

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
