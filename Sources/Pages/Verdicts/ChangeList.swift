/// The list of what changed on the overview.
struct ChangeList {
    /// The largest number of changes on the page; `analytics.verdicts` has all.
    private static let limit = 12

    /// What changed, and what each explains.
    let changes: [(verdict: Verdict, shadows: [Verdict])]
    /// Whether any number had enough people in both ranges for a comparison.
    let isCompared: Bool
    /// Whether to name the app of each. A change of all apps together always says so.
    let namesApps: Bool
    /// Whether something changed over several apps together, which the page of all apps lists.
    let isElsewhere: Bool
    let head: PageHead
    let link: (Verdict) -> String?

    /// The values for the template `findings`.
    var model: PageModel {
        let rest = changes.count - changes.prefix(Self.limit).count
        let more = PageFormat.counted(rest, "more is", "more are")
        return PageModel([
            "hasRows": .flag(!changes.isEmpty),
            "isCompared": .flag(isCompared), "isElsewhere": .flag(isElsewhere),
            "rows": .list(changes.prefix(Self.limit).map { row($0, $1) }),
            "omission": .text(rest > 0 ? "\(more) in analytics.verdicts. " : ""),
            "rules": .text(SitePage.glossary.file),
        ])
    }

    private func row(_ verdict: Verdict, _ shadows: [Verdict]) -> PageModel {
        PageModel([
            "severity": .text(verdict.severity.rawValue), "label": .text(verdict.severity.label),
            "days": .text(verdict.days),
            "hasApp": .flag(namesApps || verdict.appID == nil),
            "app": .text(verdict.appID.map { head.name(of: $0, atMost: 40) } ?? "All apps"),
            "sentence": .text(verdict.sentence + Self.explained(shadows)),
            "hasLink": .flag(link(verdict) != nil), "href": .text(link(verdict) ?? ""),
        ])
    }

    /// Returns a sentence on what a change explains; empty if it is nothing.
    static func explained(_ shadows: [Verdict]) -> String {
        guard !shadows.isEmpty else { return "" }
        let named = shadows.prefix(3).map { $0.isWhole ? "everyone" : $0.part }
        let rest = shadows.count > 3 ? " and \(PageFormat.counted(shadows.count - 3, "other", "others"))" : ""
        return " It explains the change of \(named.joined(separator: ", "))\(rest)."
    }
}

extension Verdict.Severity {
    /// The words that say how important it is.
    var label: String { self == .alert ? "Look at this" : "Changed" }
}
