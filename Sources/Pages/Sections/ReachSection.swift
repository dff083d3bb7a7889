/// The reach page of one app: how many installations can be sent notifications, how that changes, and what share of
/// active people can be reached.
struct ReachSection: Section {
    let appID: String
    /// Rows of `reach_page`: level `day`, and on the last day levels `major` and `version`.
    private let rows: [Row]
    let days: [Row]
    /// The first day at whose end a status was known, as text; nil if there is none. Withheld counts may be of some.
    private let firstKnown: String?
    /// Rows of `activity_daily`.
    private let activity: [Row]
    /// Rows of `opens_by_level`.
    let opens: [Row]
    private let guides: PlotGuides
    /// The verdict on the reach of active people.
    private let verdict: Verdict?
    /// The days on which the push service changed.
    private let service: [Verdict]

    init(_ app: String, _ rows: ReportRows) {
        appID = app
        self.rows = rows["reach_page", app: app]
        days = self.rows.filter { $0["level"] == "day" }
        firstKnown = days.first { $0.int("reach_base") != 0 }?.text("day")
        activity = rows["activity_daily", app: app]
        opens = rows["opens_by_level", app: app]
        verdict = Verdicts(app, rows).of("reach")
        service = Verdicts(nil, rows).told.filter { $0.metric == "push_service" }
        guides = PlotGuides(of: app, rows, target: "reach_rate_28d")
    }

    /// The authorization statuses in the order of the areas: column, CSS class and label.
    private static let statuses = [
        ("authorized", "allowed", "Authorized"), ("provisional", "quiet", "Provisional"),
        ("ephemeral", "deep", "Ephemeral"), ("denied", "denied", "Denied"),
        ("not_determined", "step", "Not determined"),
        ("unknown", "no-answer", "Unknown"), ("gone", "soft", "Gone"),
    ]

    var step: Int { Weeks.step(of: days) }
    /// The last day whose numbers are not withheld.
    var last: Row? { days.last { $0["installations"] != nil } }
    /// The active people of the last day, which the overview shows too; nil if there were none.
    private var living: Row? {
        let end = days.last?.text("day") ?? activity.last?.text("day")
        return activity.last { $0.text("day") == end }
    }

    /// The share of installations with a known status that can be sent notifications.
    private func reachRate(_ row: Row?) -> ShownRate {
        row?.shown("reach_rate", of: row?.counted("reach_base")) ?? .none
    }

    /// The share of people active in the 28 days to the row's day that can be reached; none while no status is known.
    private func livingRate(_ row: Row?) -> ShownRate {
        guard let row, let firstKnown, row.text("day") >= firstKnown else { return .none }
        return row.shown("reach_rate_28d", of: row.counted("active_28d"))
    }

    var summary: (value: String, note: String) {
        (
            livingRate(living).text,
            living.map { $0["active_28d"] == nil ? "withheld" : "\($0.count("active_28d")) active" } ?? "no one active"
        )
    }

    func headline(_ head: PageHead) -> Headline {
        guard let last, let day = last.day("day") else {
            return rows.isEmpty
                ? Headline(title: "No one was seen", lede: "No installation reported its status \(head.range).")
                : Headline(title: "Too few people to say more", lede: "The numbers are withheld.")
        }
        let base =
            "\(last.count("reachable")) of \(last.count("reach_base")) installations with a known status could be "
            + "sent notifications at the end of \(day.text)"
        let rest = changes
        if let rate = reachRate(last).shown, let atOnce = Self.atOnceWords(last) {
            return Headline(
                title: "\(PageFormat.percent(rate)) can be reached, \(atOnce) at once",
                lede: "\(base)\(levelWords(last)).\(leftWords(last))", rest: rest)
        }
        guard let rate = livingRate(living).shown, let end = living?.day("day") else {
            return last.int("reach_base") == 0
                ? Headline(
                    title: "No status is known yet",
                    lede: "Of no installation was the status known at the end of \(day.text).\(leftWords(last))",
                    rest: rest)
                : Headline(
                    title: "\(last.counted("reachable")?.people ?? "No one") can be reached",
                    lede: "\(base).\(leftWords(last))", rest: rest)
        }
        return Headline(
            title: "\(PageFormat.percent(rate)) of active people can be reached",
            lede: "Of people active in the 28 days to \(end.text) (95% interval "
                + "\(PageFormat.unbroken(rate))%). \(base).\(leftWords(last))", rest: rest)
    }

    /// What changed: the push service, and the reach of active people unless that explains it.
    private var changes: String {
        let own = [verdict].compactMap(\.self).filter { $0.isClear && $0.row["explained_by"] == nil }
        return (service + own).map(\.sentence).joined(separator: " ")
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let last else { return [] }
        return [
            KeyNumber(
                "Reach, active people", livingRate(living),
                note: "of \(living?.count("active_28d") ?? "0") active in 28 days"),
            KeyNumber("Reach, all", reachRate(last), note: "of \(last.count("reach_base")) with a known status"),
            atOnceNumber(last),
            KeyNumber("Reachable", last, "reachable", note: "at the end of \(last.day("day")?.text ?? "")"),
            KeyNumber("Gained", Row.total("gained", of: days).text, note: "sum of the days"),
            KeyNumber("Lost", Row.total("lost", of: days).text, note: "sum of the days"),
            goneNumber(last),
        ].compactMap(\.self)
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !rows.isEmpty else { return [] }
        return [
            levels(budget), status(budget), moves(budget), livingByDay(budget), opensByLevel(head),
            byVersion(head, budget),
        ].compactMap(\.self)
    }
}

extension ReachSection {
    /// Returns a plot of counts; nil if no point has counts. A withheld count is a gap.
    func plot(_ points: [Row], _ columns: [String], _ styles: [String], _ budget: PageBudget) -> StackPlot? {
        var plot = StackPlot(
            points.suffix(budget.plottedDays).compactMap { row in
                let counts = columns.map { row.int($0) }
                return row.day("day").map {
                    StackPlot.Point(day: $0, counts: counts.contains(nil) ? nil : counts.map { $0 ?? 0 })
                }
            }, styles: styles, step: step)
        plot?.marks = guides.marks
        return plot
    }

    /// Returns the data table under a plot. `columns` are names with their labels.
    func table(_ points: [Row], _ columns: [(String, String)], _ budget: PageBudget) -> Table {
        Table(
            style: "days", columns: [.words(Weeks.column(step))] + columns.map { .number($0.1) },
            groups: [
                points.suffix(budget.listedDays).map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "",
                        cells: columns.map { .number(row.count($0.0), label: $0.1) })
                }
            ])
    }

    /// The statuses that any installation has on any day of the range.
    private var met: [(String, String, String)] {
        Self.statuses.filter { status in days.contains { ($0.int(status.0) ?? 0) > 0 } }
    }

    private func status(_ budget: PageBudget) -> Figure? {
        let points = Weeks.ends(of: days)
        guard let plot = plot(points, met.map(\.0), met.map(\.1), budget) else { return nil }
        let title = "Installations by status at the end of each \(Weeks.name(step))"
        return Figure(
            name: "status", title: title,
            caption: "Every installation ever seen, by its authorization status.",
            legend: met.map { .patch($0.1, "\($0.2), \(last?.count($0.0) ?? "")") },
            plot: { id in
                plot.areas(
                    id: id, title: title,
                    description: "Stacked areas, one for each status. The figure’s table has the numbers.")
            }, data: table(points, met.map { ($0.0, $0.2) } + [("reachable", "Reachable")], budget),
            note: "The vertical axis starts at 0. An installation that was removed keeps its last status until "
                + "the push service says that it is gone. Reachable = authorized + provisional + ephemeral. "
                + plot.markSentence + DayFigure.omission(points.count, budget, step),
            csv: "reach_daily")
    }

    private func moves(_ budget: PageBudget) -> Figure? {
        let points = Weeks.sums(of: days, ["gained", "lost"])
        guard let plot = plot(points, ["gained", "lost"], ["allowed", "step"], budget) else { return nil }
        let title = "Gained and lost by \(Weeks.name(step))"
        return Figure(
            name: "moves", title: title,
            caption:
                "Gained: installations that could be reached at the end of the day and not at the end of the day before. "
                + "Lost: the reverse.", legend: [.patch("allowed", "Gained"), .patch("step", "Lost")],
            plot: { id in
                plot.columns(
                    id: id, title: title,
                    description:
                        "A column for each \(Weeks.name(step)): gained upwards, lost downwards. The table below has the "
                        + "numbers.")
            }, data: table(points, [("gained", "Gained"), ("lost", "Lost")], budget),
            note: "The vertical axis counts both ways from 0. "
                + plot.markSentence + DayFigure.omission(points.count, budget, step), csv: "reach_daily",
            isHalf: true)
    }

    private func livingByDay(_ budget: PageBudget) -> Figure? {
        guard !activity.isEmpty else { return nil }
        let (listed, step) = (Weeks.ends(of: activity), Weeks.step(of: activity))
        let points = listed.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map { TrendPlot.Point(day: $0, rate: livingRate(row)) }
        }
        var figure = DayFigure(
            name: "living", title: "Active people who can be reached, by \(Weeks.name(step))",
            caption: "Of people who opened the app or a notification in the 28 days that end with the day, percent "
                + "that could be reached at its end.",
            empty: "No 28 days had \(ShownRate.smallestBase) active people.",
            gap: "A gap: fewer than \(ShownRate.smallestBase) active people.", csv: "activity_daily"
        ).figure(
            points, latest: points.last { $0.rate.shown != nil }.map { "on \($0.day.text)" }, step: step,
            guides: guides)
        figure.data = Table(
            style: "days",
            columns: [.words(Weeks.column(step))]
                + ["Active in 28 days", "Reachable of them", "Reach", "95% interval"].map { .number($0) },
            groups: [
                listed.suffix(budget.listedDays).map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "",
                        cells: [
                            .number(row.count("active_28d"), label: "Active"),
                            .number(row.count("reachable_28d"), label: "Reachable"), .rate(livingRate(row)),
                            .interval(livingRate(row)),
                        ])
                }
            ])
        figure.note += DayFigure.omission(listed.count, budget, step)
        figure.isHalf = true
        return figure
    }

    private func byVersion(_ head: PageHead, _ budget: PageBudget) -> Figure {
        let list = VersionList(
            rows.filter { $0["level"] != "day" }.sorted {
                $0.text("os_name").utf8.lexicographicallyPrecedes($1.text("os_name").utf8)
            }, by: "installations", atMost: budget.rows)
        let shown = met
        return Figure(
            name: "versions", title: "Status by OS version on the last day",
            caption: "Every installation ever seen, by the OS version of its last event, in percent.",
            legend: shown.map { .patch($0.1, $0.2) },
            table: Table(
                style: "versions many stacked",
                columns: [.words("OS version"), .bars(Bars.scale()), .number("Reach"), .number("95% interval")]
                    + shown.map { .number($0.2) } + [.number("All")],
                groups: list.table { row in
                    let rate = reachRate(row)
                    return [
                        .bar(Bars.parts(shown.map { ($0.1, row.int($0.0)) })), .rate(rate), .interval(rate),
                    ]
                        + shown.map { .number(row.count($0.0), label: $0.2) }
                        + [.number(row.count("installations"), label: "All")]
                }),
            note: "Reach = reachable ÷ (reachable + denied + not determined). “Too few”: under "
                + "\(ShownRate.smallestBase) people, or an interval too wide to be useful. "
                + (list.isWithheld(by: "installations") ? head.withheld("installations") + " " : "")
                + list.omission("installations"),
            days: last?.day("day")?.text, csv: "reach_daily")
    }
}
