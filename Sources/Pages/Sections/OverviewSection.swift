/// The overview of one app: what changed, where, and what to look at next.
struct OverviewSection: Section {
    let appID: String
    let standing: OptInStanding
    let verdicts: Verdicts
    let links: VerdictLinks
    private let rows: ReportRows
    /// The rows of the app in `opt_in_by_os`, and those of `opt_in_trend` of the report's own range.
    private let optIn, trend: [Row]
    private let guides: PlotGuides
    /// Rows of `targets`.
    private let targets: [Row]

    /// - Parameter whole: the rows of the report's own range.
    init(_ app: String, _ rows: ReportRows, whole: ReportRows, links: VerdictLinks = VerdictLinks()) {
        appID = app
        (self.rows, self.links) = (rows, links)
        (optIn, trend) = (rows["opt_in_by_os", app: app], whole["opt_in_trend", app: app])
        standing = OptInStanding(app, rows)
        verdicts = Verdicts(app, rows)
        guides = PlotGuides(of: app, whole, target: "grant_rate")
        targets = whole["targets", app: app]
    }

    var summary: (value: String, note: String) {
        (standing.level.text, standing.isWithheld ? "withheld" : "\(standing.asked.text) asked")
    }

    /// The gravest change, then the opt-in rate.
    func headline(_ head: PageHead) -> Headline {
        var headline = standing.headline(head, rows["opt_in_changes", app: appID])
        if let lead = gravest, lead.key != standing.verdict?.key {
            let details = lead.details
            headline = Headline(
                title: "\(lead.title). \(second(lead) ?? headline.title)",
                lede: "\(details.prefix(1).uppercased())\(details.dropFirst()). \(headline.lede)", rest: headline.rest)
        }
        headline.looks = looks(head)
        return headline
    }

    /// The gravest change that is news of the whole app. In the list only are shifts that were told before the range began
    /// or are rises, for which the rule of nights is not made; opens that changed because other campaigns were sent; and
    /// people asked on a platform, whose number comes and goes with campaigns and releases.
    var gravest: Verdict? {
        verdicts.told.filter { !verdicts.isOld($0) && !$0.isRiseOfNights }.first { verdict in
            verdict.severity == .alert || verdict.isWhole && verdict.isCount
                || !verdict.isCount
                    && (verdict.metric != "opens" || (verdict.row.double("gravity") ?? 0) >= 1)
        }
    }

    /// The gravest change, or that of everyone's opt-in rate, which can be explained by one that is in the list only.
    var change: Verdict? { gravest ?? standing.change }

    /// What a change of a part did to everyone's opt-in rate; nil if it explains no change of it.
    private func second(_ lead: Verdict) -> String? {
        standing.verdict.flatMap { whole in
            verdicts.cause(of: whole)?.key == lead.key ? whole.stating("Of everyone, it \(whole.outcome)") : nil
        }
    }

    /// What to look at next, at most three: changes, versions that are new, all comparisons.
    private func looks(_ head: PageHead) -> [Headline.Look] {
        let changes = verdicts.told.map { verdict in
            Headline.Look(
                before: "", link: verdict.title, href: links.href(verdict),
                after: verdict.onset.map { ", which \($0)." } ?? ".")
        }
        let new = rows["marks", app: appID].filter { $0["kind"] == "os_version" && $0["is_new"] == "true" }.suffix(1)
            .map {
                Headline.Look(
                    before: "New: ", link: PageFormat.name($0.text("name")), href: SitePage.optIn.file,
                    after: ", \(ShownRate.smallestBase) people or more asked by \($0.day("day")?.text ?? "").")
            }
        let count = verdicts.compared.count
        let nothing = changes.isEmpty ? "Nothing stands out in " : "Nothing else stands out in "
        let comparisons = Headline.Look(
            before: verdicts.compared.contains(where: \.isClear) ? "See " : nothing,
            link: PageFormat.counted(count, "comparison", "comparisons"), href: SitePage.optIn.file, after: ".")
        return count > 0 ? Array((changes + new).prefix(2)) + [comparisons] : Array((changes + new).prefix(3))
    }

    private func days(_ head: PageHead, _ budget: PageBudget = PageBudget.all[0]) -> GrantTrend {
        GrantTrend(days: trend.filter { $0["level"] == "app" }, standing, head, budget: budget, guides: guides)
    }

    /// The line of the opt-in rate by day, without axes.
    func spark(_ head: PageHead) -> SafeHTML? { days(head).spark }

    func lead(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        optIn.isEmpty ? [] : [days(head, budget).figure, answers(head)].compactMap(\.self)
    }

    /// The answers by the dimensions that change most often.
    private func answers(_ head: PageHead) -> Figure? {
        let table = AnswersTable(
            rows["opt_in_by", app: appID], rows["opt_in_changes", app: appID], verdicts.all, links: links,
            total: standing.total, head)
        return table.figure(
            table.dimensions.filter {
                ["os", "os_version", "app_version", "placement", "variant", "locale"].contains($0)
            })
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !optIn.isEmpty else { return [] }
        // Within a few days no one is without an answer yet.
        let total = standing.isShort ? nil : standing.total.flatMap { ($0.int("prompted") ?? 0) > 0 ? $0 : nil }
        return [
            total.map(steps),
            MajorTrends(
                optIn.filter { $0["level"] == "major" }, trend, usual: standing.rate.shown, budget: budget,
                marks: guides.marks
            ).figure,
        ].compactMap(\.self)
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        let days = days(head)
        let lines = { (table: String, column: String) in
            Sparkline.markup(
                rows[table, app: appID].filter { !$0.has("level") || ["day", "week"].contains($0.text("level")) }.map {
                    $0.double(column)
                })
        }
        return [
            number("opt_in", "Opt-in rate", days.spark, note: openPeople, target: "grant_rate"),
            number("asked", "People asked", days.askedSpark, note: "first prompt in these days"),
            number(
                "reach", "Reach of active people", lines("activity_daily", "reach_rate_28d"), note: "active in 28 days",
                target: "reach_rate_28d"),
            number("opens", "Opened within 24 h", lines("opens_page", "open_rate_24h"), note: "sends older than a day"),
            number("provisional", "Provisional kept", nil, note: "settled trials"),
        ].compactMap(\.self)
    }

    /// Returns the key number of a verdict; nil if there is none. `note`: what its base counts. `target`: the measure of the
    /// target, which is not one of answers within 24 hours.
    private func number(
        _ metric: String, _ label: String, _ line: SafeHTML?, note: String, target: String = ""
    ) -> KeyNumber? {
        guard let verdict = verdicts.of(metric), verdict.kind != nil else { return nil }
        let isShort = verdict.metric == "opt_in_24h"
        let name = isShort ? "Opt-in within 24 hours" : label
        let note = isShort ? "asked at least 24 hours ago" : note
        if metric == "reach", !isStatusKnown {
            return KeyNumber(
                name, .none,
                note: "no status known of \(verdict.row.counted("base")?.people ?? "people") active in 28 days")
        }
        var number = KeyNumber(
            name, verdict,
            note: (verdict.isCount ? note : "of \(verdict.row.count("base")) \(note)")
                + (metric == "reach" ? atOnce : "") + aim(isShort ? "" : target, verdict))
        number.spark = line
        return number
    }

    /// Whether the status of any installation is known.
    var isStatusKnown: Bool {
        rows["reach_page", app: appID].contains { $0["level"] == "day" && $0.int("reach_base") != 0 }
    }

    /// Words on how many of all people notifications reach at once; empty if it is not known.
    private var atOnce: String {
        let days = rows["reach_page", app: appID].filter { $0["level"] == "day" && $0["installations"] != nil }
        return ReachSection.atOnceWords(days.last).map { "; \($0) of all are reached at once" } ?? ""
    }

    /// Words on how many people can still answer and so are not in the base of the opt-in rate.
    private var openPeople: String {
        guard let total = standing.total, (total.int("open_window") ?? 0) > 0 else { return "asked" }
        return "asked; \(total.count("open_window")) more can still answer"
    }

    /// Words on the target of a measure, and how far the rate is from it; empty if it has none.
    private func aim(_ measure: String, _ verdict: Verdict) -> String {
        guard let row = targets.first(where: { $0["measure"] == measure }), let target = row.double("target") else {
            return ""
        }
        let words = "; target \(row.marked("target", PageFormat.target))"
        guard let value = verdict.rate.shown?.value else { return words }
        let cell = CellMark.difference(verdict.row.cell("value"), row.cell("target"))
        let gap = CellMark.mark(PageFormat.size(value - target), cell)
        return words + (value < target ? ", \(gap) below" : ", reached")
    }
}

extension OverviewSection {
    /// Returns the funnel asked → answered → allowed. Leaves out people who can still answer, so its last share is the
    /// opt-in rate.
    fileprivate func steps(_ total: Row) -> Figure {
        let none = Count(value: 0, cell: nil)
        let (whole, open) = (total.settled ?? none, total.counted("open_window") ?? none)
        let (decided, granted) = (total.counted("decided") ?? none, total.counted("granted") ?? none)
        let answered = total.shown("decided_rate", of: whole)
        let allowed = total.shown("grant_rate", of: whole)
        let accepted = total.shown("acceptance_rate", of: decided)
        return Figure(
            name: "steps", title: "From the prompt to permission",
            caption: "People who were asked, who answered and who allowed.",
            table: Table(
                style: "versions",
                columns: [.words("Step"), .bars(SafeHTML.joined([]))]
                    + ["Of asked", "95% interval", "Of step before", "95% interval", "People"].map { .number($0) },
                groups: [
                    [
                        step("Asked", whole, of: whole, style: "step", .none, .none),
                        step("Answered", decided, of: whole, style: "step", answered, answered),
                        step("Allowed", granted, of: whole, style: "allowed", allowed, accepted),
                    ]
                ]),
            note: (open.value > 0
                ? "“Asked” leaves out \(open.people) who can still answer, as the opt-in rate does. "
                : "")
                + "A person is an installation of the app, at its first prompt.", csv: "opt_in_by_os")
    }

    /// Returns one row of the funnel: `part` people of `whole`, and their share of those asked and of the step before.
    private func step(
        _ label: String, _ part: Count, of whole: Count, style: String, _ ofAsked: ShownRate, _ ofBefore: ShownRate
    ) -> Table.Row {
        Table.Row(
            name: label,
            cells: [
                .bar(Bars.step(part.value, of: whole.value, style: style)), .rate(ofAsked), .interval(ofAsked),
                .number(ofBefore.text), .number(ofBefore.interval), .number(part.text),
            ])
    }
}
