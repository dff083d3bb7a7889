/// The line on the overview about the quality of the data, which shows whether the numbers can be trusted.
struct DataChecks {
    /// The quality section of each app.
    let sections: [QualitySection]
    /// What changed; some of it is about the data.
    let verdicts: [Verdict]
    let head: PageHead

    /// What is about the data besides silence, with a sentence for each. The list of changes on the same page has the
    /// numbers.
    private static let rules = [
        ("rejects", "More deliveries than before were rejected."),
        ("latency", "More events than before came late."),
    ]

    /// The number of apps without events to check.
    private var silent: Int { sections.filter { $0.found == nil }.count }

    /// The number of apps in which a check found something.
    private var odd: Int { sections.filter { $0.found ?? 0 > 0 }.count }

    /// The sentences about what changed.
    private var signs: [String] {
        let silent = verdicts.filter { $0.metric == "silent" }
        return silent.prefix(1).map { first in
            first.stating("\(first.who)\(silent.count > 1 ? " and others have" : " has") stopped sending.")
        } + Self.rules.filter { name, _ in verdicts.contains { $0.metric == name } }.map(\.1)
    }

    /// Whether someone should look at the data. Ignores what the checks found, because a few odd events are normal.
    var isAlert: Bool { silent > 0 || !signs.isEmpty }

    private var title: String {
        silent == sections.count ? "No events came in these days." : "Check the data."
    }

    /// How many checks found something; if there are several apps, in how many of them. Empty if none did.
    private var count: [String] {
        guard odd > 0 else { return [] }
        return sections.count == 1
            ? ["\(sections[0].found ?? 0) of \(QualitySection.checks) data checks found something."]
            : ["Data checks found something in \(PageFormat.count(odd)) of \(PageFormat.count(sections.count)) apps."]
    }

    /// The sentences after the title.
    private var words: String {
        let isPartlySilent = silent > 0 && silent < sections.count
        let silence = "\(PageFormat.counted(silent, "app has", "apps have")) no event in these days."
        return (signs + count + names + (isPartlySilent ? [silence] : [])).joined(separator: " ")
    }

    /// What the checks found, as a sentence; empty if there are several apps.
    private var names: [String] {
        guard sections.count == 1 else { return [] }
        let found = sections[0].finds(head)
        guard let first = found.first else { return [] }
        let rest = found.dropFirst().map { $0.prefix(1).lowercased() + $0.dropFirst() }
        return [([first] + rest).joined(separator: ", ") + "."]
    }

    /// The values for the template `checks`.
    var model: PageModel {
        PageModel([
            "title": .text(title), "words": .text(words), "file": .text(SitePage.quality.file),
        ])
    }
}
