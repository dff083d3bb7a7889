extension Digest {
    /// The digest as plain text, with the address of each app's page if it is known.
    public var text: String { text { $0 } }

    /// Returns the digest as plain text, with all lines escaped but those that are addresses.
    public func text(escaping escape: (String) -> String) -> String {
        let isOfOne = apps.count == 1 && omitted == 0
        let top = isOfOne ? [] : [headline.title + ".", headline.lede.withoutJoiners].filter { !$0.isEmpty }
        let shared = changes.map { "- \($0.severity.label): \($0.sentence.withoutJoiners)" }
        let end = [omission, about + "."].filter { !$0.isEmpty }
        let blocks =
            [top, shared].map { $0.map(escape) } + apps.map { block($0).map(escape) + link($0) } + [end.map(escape)]
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private func block(_ app: App) -> [String] {
        let title = "\(head.name(of: app.appID)): \(app.headline.title)."
        let numbers = app.numbers.map { "\($0.label): \($0.line)" }
        let looks = app.headline.looks.map { "→ \($0.sentence)" }
        let changes = app.changes.prefix(Self.limit).map { "- \($0.verdict.severity.label): \(Self.words($0))" }
        let marks = app.marks.isEmpty ? [] : [String(app.marks.dropLast())]
        let experiments = app.experiments.prefix(Self.limit).map { "- Experiment \($0.withoutJoiners)" }
        return [title, app.lede] + numbers + looks + changes + experiments + marks
    }

    private func link(_ app: App) -> [String] { address.map { [$0 + app.page] } ?? [] }

    /// The largest numbers of changes of an app, and of its experiments.
    static let limit = 6

    /// The sentences about a change.
    static func words(_ change: (verdict: Verdict, shadows: [Verdict])) -> String {
        (change.verdict.sentence + ChangeList.explained(change.shadows)).withoutJoiners
    }
}
