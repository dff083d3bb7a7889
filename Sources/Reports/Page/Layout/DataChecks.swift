/// What the data checks found of the apps of the overview, in one line: whether its numbers can be trusted.
struct DataChecks {
    /// The quality section of each app, of which there is one at least.
    let sections: [QualitySection]
    /// What changed; some of its rules are about the data.
    let findings: [Finding]

    /// The rules about the data, and what they say without their numbers, which stand under what changed.
    private static let rules = [
        ("silent", "What sent events before has stopped."), ("rejects", "More deliveries than before were rejected."),
        ("latency", "More events than before came late."),
    ]

    /// Apps without an event to check.
    private var silent: Int { sections.filter { $0.found == nil }.count }

    /// Apps of which a check found something.
    private var odd: Int { sections.filter { $0.found?.isEmpty == false }.count }

    private var signs: [String] {
        Self.rules.filter { name, _ in findings.contains { $0.rule == name } }.map(\.1)
    }

    /// Whether somebody should look at the data; a few odd events come in every week.
    private var isAlert: Bool { silent > 0 || !signs.isEmpty }

    /// What the quality page says of an app that is alone; of how many, where there are several.
    private var title: String {
        if silent == sections.count { return "No events came in these days." }
        if odd == 0 { return isAlert ? "The data is to be looked at." : "No data check found anything." }
        if sections.count == 1 {
            return "\(sections[0].found?.count ?? 0) of \(QualitySection.checks) data checks found something."
        }
        return "Data checks found something in \(PageFormat.count(odd)) of \(PageFormat.count(sections.count)) apps."
    }

    private var words: String {
        let isPartlySilent = silent > 0 && silent < sections.count
        let silence = "\(PageFormat.counted(silent, "app has", "apps have")) no event in these days."
        return (names + (isPartlySilent ? [silence] : []) + signs).joined(separator: " ")
    }

    /// What was found in an app that is alone, as a sentence; nothing where there are several.
    private var names: [String] {
        guard sections.count == 1, let found = sections[0].found, let first = found.first else { return [] }
        let rest = found.dropFirst().map { $0.prefix(1).lowercased() + $0.dropFirst() }
        return [([first] + rest).joined(separator: ", ") + "."]
    }

    var model: PageModel {
        PageModel([
            "style": .text(isAlert ? "quality alert" : "quality"), "title": .text(title), "words": .text(words),
            "file": .text(SitePage.quality.file),
        ])
    }
}
