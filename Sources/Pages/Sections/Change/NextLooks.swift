/// What to look at next: at most three sentences by rule, each with a link.
struct NextLooks {
    let change: OptInChange
    let movers: Movers
    /// The current findings about the app.
    let findings: [Finding]
    let links: ValueLinks

    private static let limit = 3

    var all: [Headline.Look] {
        let candidates = data + [shift].compactMap(\.self) + values + opens + new
        let first = candidates.prefix(Self.limit - (comparisons == nil ? 0 : 1))
        return first + [comparisons].compactMap(\.self)
    }

    private func found(_ rules: String...) -> [Finding] { findings.filter { rules.contains($0.rule) } }

    /// Findings about the data: a sender that fell silent, more rejects or late events than before.
    private var data: [Headline.Look] {
        found("silent", "rejects", "latency").map { finding in
            Headline.Look(
                before: "\(finding.sentence.dropLast()): ", link: "look at data quality", href: links.href(finding),
                after: ".")
        }
    }

    /// The values whose answers changed: those with a finding, else the one that stands out most, unless who was asked
    /// explains the change.
    private var values: [Headline.Look] {
        let subjects = Finding.parts(of: findings)
        if !subjects.isEmpty { return subjects.map(look) }
        guard shift == nil, let row = movers.clearest else { return [] }
        return [
            Headline.Look(
                before: "Look at ", link: row.valueLabel, href: links.href(row.text("dimension"), row.text("name")),
                after: ": \(row.percent("grant_rate")) allow, \(row.percent("grant_rate_before")) before.")
        ]
    }

    private func look(_ finding: Finding) -> Headline.Look {
        let verb = finding.rule == "open_rate_24h" ? "opened within 24 hours" : "allow"
        let subject = finding.subject.map { PageFormat.name($0) } ?? "all versions"
        return Headline.Look(
            before: "Look at ", link: finding.rule == "open_rate_24h" ? "opens on \(subject)" : subject,
            href: links.href(finding),
            after: ": \(finding.percentAfter) \(verb)\(finding.sinceDay), \(finding.percentBefore) before.")
    }

    /// The major OS version whose share moved the rate, if half of a clear change or more comes with who was asked.
    private var shift: Headline.Look? {
        guard let difference = change.changed?.value, let mix = change.key?.double("mix"), mix / difference >= 0.5,
            let row = movers.shifted(mix)
        else { return nil }
        return Headline.Look(
            before: "Look at ", link: "who was asked on \(row.valueLabel)",
            href: links.href("os", row.text("name")),
            after: ": \(row.percent("share")) of people, \(row.percent("share_before")) before.")
    }

    private var opens: [Headline.Look] { Finding.opens(of: findings).map(look) }

    /// OS versions that are new to an app that was there before.
    private var new: [Headline.Look] {
        guard change.key?.isTrue("is_covered") == true else { return [] }
        return found("new_os_version").map { finding in
            Headline.Look(
                before: "New: ", link: finding.subject.map { PageFormat.name($0) } ?? "", href: links.href(finding),
                after: ", first asked on \(Day(finding.since)?.text ?? finding.since).")
        }
    }

    /// A link to all comparisons of the opt-in rate; nil if nothing was compared.
    private var comparisons: Headline.Look? {
        let count = movers.compared.count
        guard change.isCompared, count > 0 else { return nil }
        let none = movers.clearest == nil && found("grant_rate").isEmpty
        return Headline.Look(
            before: none ? "Nothing stands out in " : "See ",
            link: PageFormat.counted(count, "comparison", "comparisons"),
            href: links.href("os", ""), after: ".")
    }
}
