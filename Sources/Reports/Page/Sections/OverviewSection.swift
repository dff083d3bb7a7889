/// The overview of one app: its key numbers, how they change, and at which step people are lost.
struct OverviewSection: Section {
    let appID: String
    private let optIn: OptInTotals
    /// Rows of `opt_in_trend`.
    private let trend: [Row]
    /// Rows of `key_numbers`.
    private let keys: [Row]
    /// Words on how many sends can still be opened; empty if none can.
    private let openSends: String
    /// Whether the status of any installation is known.
    private let isStatusKnown: Bool

    init(_ app: String, _ rows: ReportRows) {
        appID = app
        optIn = OptInTotals(rows: rows["opt_in_by_os", app: app])
        trend = rows["opt_in_trend", app: app]
        keys = rows["key_numbers", app: app]
        openSends = OpensSection.stillOpen(rows["opens_page", app: app])
        isStatusKnown = rows["reach_page", app: app].contains { $0["level"] == "day" && $0.int("reach_base") != 0 }
    }

    var summary: (value: String, note: String) { optIn.summary }

    func headline(_ head: PageHead) -> Headline { optIn.headline(head) }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !optIn.isEmpty else { return [] }
        let total = optIn.total.flatMap { ($0.int("prompted") ?? 0) > 0 ? $0 : nil }
        let usual = optIn.total?.rate("grant_rate")
        let days = GrantTrend(days: trend.filter { $0["level"] == "app" }, usual: usual, budget: budget)
        let majors = optIn.rows.filter { $0["level"] == "major" }
        return [
            total.map(steps), days.figure(isHalf: total != nil), answers(of: majors, head, budget),
            MajorTrends(majors, trend, usual: usual, budget: budget).figure,
        ].compactMap(\.self)
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        let wanted = [
            ("grant_rate", "Grant rate", "who answered or had \(head.window) to\(openPeople)"),
            ("keep_rate", "Provisional kept", "settled trials"),
            ("direct_open_rate", "Direct open rate", "sent\(openSends)"),
            ("influenced_open_rate", "Influenced open rate", "sent\(openSends)"),
        ]
        let rates =
            wanted.compactMap { measure, label, base in key(measure).map { Self.number(label, $0, of: base) } }
            + [key("reach_rate_28d").map(reach)].compactMap(\.self)
        guard let prompted = key("prompted") else { return rates }
        let asked = KeyNumber(
            "Asked", prompted.int("part"),
            note: isCovered ? "\(prompted.count("part_before")) in \(head.before)" : "first prompt in these days")
        return Array(rates.prefix(1)) + [asked] + rates.dropFirst()
    }

    func changeNote(_ head: PageHead) -> String {
        guard isCovered else { return head.uncovered }
        return "\(head.changes) The grant rate before is \(head.sameAge). Open rates and their changes are too low "
            + "while sends are still open; a pending trial is in no rate."
    }

    /// Returns the share of active people that can be reached; a dash if no status is known.
    private func reach(_ row: Row) -> KeyNumber {
        guard isStatusKnown else {
            return KeyNumber("Reach", .none, note: "no status known of \(row.count("base")) people active in 28 days")
        }
        return Self.number("Reach", row, of: "people active in 28 days")
    }

    /// Words on how many people can still answer and so are not in the base of the grant rate; empty if none can.
    private var openPeople: String {
        let open = optIn.total?.int("open_window") ?? 0
        return open > 0 ? "; \(PageFormat.count(open)) more still open" : ""
    }

    /// Whether the app's events cover the whole previous range, so that the two can be compared.
    private var isCovered: Bool { keys.contains { $0.isTrue("is_covered") } }

    /// The row of a measure in `key_numbers`.
    private func key(_ measure: String) -> Row? { keys.first { $0["measure"] == measure } }

    /// Returns the key number of a rate of `key_numbers`, with its change since the previous range. `base` says what
    /// the denominator counts.
    static func number(_ label: String, _ row: Row, of base: String) -> KeyNumber {
        let rate = row.shown("rate", of: row.int("base"))
        return KeyNumber(
            label, rate, change: rate.shown == nil ? "" : change(row), note: "of \(row.count("base")) \(base)")
    }

    /// Returns the change in percentage points, or `no clear change` if its interval contains 0. Empty if either range
    /// has too few people.
    private static func change(_ row: Row) -> String {
        let isShown = ["base", "base_before"].allSatisfy { (row.int($0) ?? 0) >= ShownRate.smallestBase }
        guard isShown, let difference = row.rate("difference") else { return "" }
        return difference.low <= 0 && difference.high >= 0 ? "no clear change" : PageFormat.points(difference)
    }
}

extension OverviewSection {
    /// Returns the funnel asked → answered → allowed. Leaves out people who can still answer, so its last share is the
    /// grant rate.
    private func steps(_ total: Row) -> Figure {
        let (whole, open) = (total.settled ?? 0, total.int("open_window") ?? 0)
        let (decided, granted) = (total.int("decided") ?? 0, total.int("granted") ?? 0)
        let answered = total.shown("decided_rate", of: whole)
        let allowed = total.shown("grant_rate", of: whole)
        let accepted = total.shown("acceptance_rate", of: decided)
        return Figure(
            name: "steps", title: "From the prompt to permission",
            caption: "People who were asked, who answered and who allowed, with 95\u{202F}% intervals.",
            table: Table(
                style: "versions",
                columns: [.words("Step"), .bars(SafeHTML.joined([]))]
                    + ["Of asked", "95 % interval", "Of step before", "95 % interval", "People"].map { .number($0) },
                groups: [
                    [
                        step("Asked", whole, of: whole, style: "step", .none, .none),
                        step("Answered", decided, of: whole, style: "step", answered, answered),
                        step("Allowed", granted, of: whole, style: "allowed", allowed, accepted),
                    ]
                ]),
            note: (open > 0
                ? "“Asked” leaves out \(PageFormat.count(open)) still open, as the grant rate does. " : "")
                + "A person is an installation of the app, at its first prompt.", csv: "opt_in_by_os", isHalf: true)
    }

    /// Returns one row of the funnel: `part` people of `whole`, and their share of those asked and of the step before.
    private func step(
        _ label: String, _ part: Int, of whole: Int, style: String, _ ofAsked: ShownRate, _ ofBefore: ShownRate
    ) -> Table.Row {
        Table.Row(
            name: label,
            cells: [
                .bar(Bars.step(part, of: whole, style: style)), .rate(ofAsked), .interval(ofAsked),
                .number(ofBefore.text, label: "Of step before"), .number(ofBefore.interval, label: "95 % interval"),
                .number(PageFormat.count(part), label: "People"),
            ])
    }

    /// Returns the answers by major OS version.
    private func answers(of majors: [Row], _ head: PageHead, _ budget: PageBudget) -> Figure {
        let answers = Answers(head: head, total: optIn.total)
        let list = VersionList(majors, by: "prompted", atMost: budget.rows)
        return Figure(
            name: "versions", title: "Answers by OS",
            caption: "Answer to the prompt by major OS version, per cent of people who answered or had \(head.window) "
                + "to, with 95\u{202F}% interval.", legend: Answers.legend,
            table: Table(
                style: "versions", columns: Answers.columns(of: "OS"),
                groups: [list.table(answers.cells).flatMap(\.self)]),
            note: answers.note(isWithheld: list.isWithheld(by: "prompted")) + " " + list.omission("people asked"),
            csv: "opt_in_by_os")
    }
}
