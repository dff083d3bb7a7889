/// The overview of one app: whether its opt-in rate changed, where, and what to look at next.
struct OverviewSection: Section {
    let appID: String
    let change: OptInChange
    let movers: Movers
    /// The rows of the app in `opt_in_by_os`.
    private let optIn: [Row]
    /// The rows of the app in `opt_in_by`.
    private let groups: [Row]
    /// Rows of `opt_in_trend` of the report's own range.
    private let trend: [Row]
    /// Rows of `key_numbers`.
    private let keys: [Row]
    /// The current findings about the app.
    private let findings: [Finding]
    let links: ValueLinks
    private let guides: PlotGuides
    /// Rows of `targets`.
    private let targets: [Row]
    /// The row of `reach_page` of the last day, of the whole app.
    private let reach: Row?
    /// Whether the status of any installation is known.
    private let isStatusKnown: Bool

    /// - Parameter whole: the rows of the report's own range.
    init(_ app: String, _ rows: ReportRows, whole: ReportRows, findings: [Finding] = [], parts: [OptInPart] = []) {
        appID = app
        (optIn, groups) = (rows["opt_in_by_os", app: app], rows["opt_in_by", app: app])
        trend = whole["opt_in_trend", app: app]
        keys = rows["key_numbers", app: app]
        movers = Movers(rows["opt_in_changes", app: app])
        change = OptInChange(app, rows)
        self.findings = findings
        guides = PlotGuides(of: app, whole, target: "grant_rate")
        targets = whole["targets", app: app]
        let reached = rows["reach_page", app: app].filter { $0["level"] == "day" }
        reach = reached.last { $0["installations"] != nil }
        isStatusKnown = reached.contains { $0.int("reach_base") != 0 }
        links = ValueLinks(
            parts: parts, dimensions: AnswersTable.dimensions(groups))
    }

    var summary: (value: String, note: String) { (change.rate.text, "\(change.asked.text) asked") }

    func headline(_ head: PageHead) -> Headline {
        var headline = change.headline(head, movers, partly: findings)
        headline.looks = NextLooks(change: change, movers: movers, findings: findings, links: links).all
        return headline
    }

    private func days(_ head: PageHead, _ budget: PageBudget = PageBudget.all[0]) -> GrantTrend {
        GrantTrend(days: trend.filter { $0["level"] == "app" }, change, head, budget: budget, guides: guides)
    }

    /// The line of the opt-in rate by day, without axes.
    func spark(_ head: PageHead) -> SafeHTML? { days(head).spark }

    func lead(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !optIn.isEmpty else { return [] }
        let places =
            change.isCompared
            ? WhereItChanged(movers: movers, head: head, links: links, usual: change.rate.shown).figure() : nil
        return [days(head, budget).figure, places].compactMap(\.self)
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !optIn.isEmpty else { return [] }
        let total = change.total.flatMap { ($0.int("prompted") ?? 0) > 0 ? $0 : nil }
        let answers = AnswersTable(groups, links: links, total: change.total, head)
        return [
            total.map(steps), answers.figure(answers.dimensions.filter { $0 == "os" }),
            MajorTrends(
                optIn.filter { $0["level"] == "major" }, trend, usual: change.rate.shown, budget: budget,
                marks: guides.marks
            ).figure,
        ].compactMap(\.self)
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        let days = days(head)
        let wanted = [
            ("grant_rate", "Opt-in rate", openPeople, openPeople),
            ("reach_rate_28d", "Reach of active people", "active in 28 days", "active in 28 days"),
            ("open_rate_24h", "Opened within 24 h", "send older than a day", "sends older than a day"),
            ("keep_rate", "Provisional kept", "settled trial", "settled trials"),
        ]
        var numbers = wanted.compactMap { measure, label, one, many in
            key(measure).map { row in
                let base = row.int("base") == 1 ? one : many
                return measure == "reach_rate_28d" && !isStatusKnown
                    ? KeyNumber(label, .none, note: "no status known of \(row.count("base")) people \(base)")
                    : Self.number(
                        label, row, of: base + (measure == "reach_rate_28d" ? atOnce : "") + aim(measure))
            }
        }
        guard let prompted = key("prompted") else { return numbers }
        var asked = KeyNumber(
            "People asked", prompted, "part", change: Self.growth(prompted),
            note: prompted["part_before"] == nil
                ? "first prompt in these days" : "\(prompted.count("part_before")) in \(head.before)")
        asked.spark = days.askedSpark
        if key("grant_rate") != nil { numbers[0].spark = days.spark }
        numbers.insert(asked, at: min(1, numbers.count))
        return numbers
    }

    /// Words on how many people can still answer and so are not in the base of the opt-in rate.
    private var openPeople: String {
        guard let total = change.total, (total.int("open_window") ?? 0) > 0 else { return "asked" }
        return "asked; \(total.count("open_window")) more can still answer"
    }

    /// Words on how many of all people notifications reach at once; empty if it is not known.
    private var atOnce: String {
        ReachSection.atOnce(reach).shown.map { "; \(PageFormat.percent($0)) of all are reached at once" } ?? ""
    }

    /// Words on the target of a measure; empty if it has none.
    private func aim(_ measure: String) -> String {
        let target = targets.first { $0["measure"] == measure }?.marked("target", PageFormat.target)
        return target.map { "; target \($0)" } ?? ""
    }

    /// The row of a measure in `key_numbers`.
    private func key(_ measure: String) -> Row? { keys.first { $0["measure"] == measure } }

    /// Returns the growth of a count since the previous range: `▲ 4%`; empty if it is unknown or of too few people.
    private static func growth(_ row: Row) -> String {
        guard let now = row.int("part"), let before = row.int("part_before"), before >= ShownRate.smallestBase
        else { return "" }
        let growth = Double(now) / Double(before) - 1
        let percent = Int((growth.magnitude * 100).rounded())
        let text = percent == 0 ? "as many as before" : "\(growth < 0 ? "▼" : "▲") \(PageFormat.count(percent))%"
        return CellMark.mark(text, CellMark.quotient(row.cell("part"), row.cell("part_before")))
    }

    /// Returns the key number of a rate of `key_numbers`, with its change since the previous range. `base` says what
    /// the denominator counts.
    static func number(_ label: String, _ row: Row, of base: String) -> KeyNumber {
        let rate = row.shown("rate", of: row.counted("base"))
        return KeyNumber(
            label, rate, change: rate.shown == nil ? "" : change(row), note: "of \(row.count("base")) \(base)")
    }

    /// Returns the change in percentage points, or `no clear change` if its interval contains 0. Empty if either range
    /// has too few people.
    private static func change(_ row: Row) -> String {
        let isShown = ["base", "base_before"].allSatisfy { (row.int($0) ?? 0) >= ShownRate.smallestBase }
        guard isShown, let difference = row.rate("difference") else { return "" }
        guard difference.isClear else { return "no clear change" }
        return difference.text { "\($0 < 0 ? "▼" : "▲") \(PageFormat.percentDigits($0.magnitude)) pts" }
    }
}

extension OptInChange {
    /// The change of a whole app.
    init(_ app: String, _ rows: ReportRows) {
        let total = rows["opt_in_by_os", app: app].first { $0["level"] == "app" }
        self.init(
            total: total?["prompted"] == nil ? nil : total, isWithheld: total != nil && total?["prompted"] == nil,
            compared: rows["opt_in_changes", app: app].first { $0["dimension"] == "all" },
            key: rows["key_numbers", app: app].first { $0["measure"] == "grant_rate" })
    }
}

extension OverviewSection {
    /// Returns the funnel asked → answered → allowed. Leaves out people who can still answer, so its last share is the
    /// opt-in rate.
    private func steps(_ total: Row) -> Figure {
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
                ? "“Asked” leaves out \(open.text) people who can still answer, as the opt-in rate does. "
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
