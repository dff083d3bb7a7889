/// The opt-in page of one app: answers to the permission prompt by OS version, app version and variant, the time to the
/// answer, the change since the previous range, and how long permission is kept.
struct OptInSection: Section {
    let appID: String
    let optIn: OptInTotals
    /// Rows of `opt_in_by`, by app version.
    let appVersions: [Row]
    /// Rows of `opt_in_variants`.
    let variants: [Row]
    let experiments: Experiments
    /// Rows of `decision_curve`, one for each time after the prompt.
    let curve: [Row]
    /// The opt-in rate against the previous range.
    let change: OptInChange
    let movers: Movers
    /// Rows of `opt_in_trend` of the whole app.
    let trend: [Row]
    let links: ValueLinks
    private let guides: PlotGuides
    /// Whether the app is alone on its page. If not, the tables of what changed and the plots of experiments are only on
    /// the page of the app.
    let isAlone: Bool
    /// The row of `key_numbers` about people who opened a notification within 24 hours of allowing.
    let firstOpen: Row?

    /// - Parameters:
    ///   - whole: the rows of the report's own range.
    ///   - parts: the parts of the app's people that have pages.
    init(_ app: String, _ rows: ReportRows, whole: ReportRows, parts: [OptInPart] = [], isAlone: Bool) {
        appID = app
        self.isAlone = isAlone
        optIn = OptInTotals(rows: rows["opt_in_by_os", app: app])
        appVersions = rows["opt_in_by", app: app].filter { $0["dimension"] == "app_version" }
        variants = rows["opt_in_variants", app: app]
        experiments = Experiments(
            rows["opt_in_experiments", app: app], days: rows["opt_in_experiment_days", app: app])
        curve = rows["decision_curve", app: app]
        change = OptInChange(app, rows)
        movers = Movers(rows["opt_in_changes", app: app])
        trend = whole["opt_in_trend", app: app].filter { $0["level"] == "app" }
        guides = PlotGuides(of: app, whole, target: "grant_rate")
        links = ValueLinks(parts: parts, dimensions: WhereItChanged.dimensions(movers))
        firstOpen = rows["key_numbers", app: app].first { $0["measure"] == "first_open_24h" }
    }

    var summary: (value: String, note: String) { optIn.summary }

    func headline(_ head: PageHead) -> Headline { change.headline(head, movers) }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total = optIn.total, let decided = total.counted("decided"), (total.int("prompted") ?? 0) > 0 else {
            return []
        }
        let p90 = "seconds_to_decision_p90"
        let isOpen = (total.int("open_window") ?? 0) > 0
        return [
            KeyNumber(
                "Opt-in rate", optIn.grantRate,
                note: "of \(total.settled?.text ?? "0") asked"),
            KeyNumber(
                "Acceptance rate", total.shown("acceptance_rate", of: decided),
                note: "of \(decided.text) who answered"),
            firstOpen.map { OverviewSection.number("Opened in 24 hours", $0, of: "who allowed a day ago or earlier") },
            KeyNumber("People asked", total, "prompted", note: "first prompt in these days"),
            KeyNumber("No answer", total, "undecided", note: "within \(head.window)"),
            isOpen
                ? KeyNumber(
                    "Can still answer", total, "open_window", note: "asked under \(head.window) ago", isOpen: true)
                : nil,
            KeyNumber(
                "Median time to decide", total.duration("seconds_to_decision_p50"),
                note: total[p90] == nil ? "" : "9 in 10 within \(total.duration(p90))"),
        ].compactMap(\.self)
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !optIn.isEmpty else { return [] }
        let figures = OptInFigures(head: head, budget: budget, total: optIn.total)
        return [GrantTrend(days: trend, change, head, budget: budget, guides: guides).figure] + places(head, budget)
            + [
                figures.versions(optIn.rows.filter { $0["level"] != "app" }, isWhole: true),
                decisions, figures.appVersions(appVersions),
                figures.variants(variants),
            ].compactMap(\.self) + experiments.figures(head, budget, hasPlots: isAlone)
            + [
                retention(days: 7, head, budget), retention(days: 30, head, budget),
            ].compactMap(\.self)
    }
}

extension OptInSection {
    /// Returns the tables of what changed in each dimension; none if the ranges can't be compared.
    private func places(_ head: PageHead, _ budget: PageBudget) -> [Figure] {
        guard isAlone, change.isCompared else { return [] }
        let places = WhereItChanged(movers: movers, head: head, links: links, usual: change.rate.shown)
        return WhereItChanged.dimensions(movers).enumerated().compactMap { index, dimension in
            places.figure(dimension, atMost: budget.rows, hasNote: index == 0)
        }
    }

    /// The OS versions that tables list.
    private func list(_ budget: PageBudget) -> VersionList {
        VersionList(optIn.rows.filter { $0["level"] != "app" }, by: "prompted", atMost: budget.rows)
    }

    /// Returns the share of people who still allow notifications `days` days after they allowed, by OS version.
    private func retention(days: Int, _ head: PageHead, _ budget: PageBudget) -> Figure {
        let list = list(budget)
        let rate = { (row: Row) in
            row.shown(
                "retained_\(days)d_rate", of: row.counted("eligible_\(days)d"),
                usual: optIn.total?.rate("retained_\(days)d_rate"))
        }
        let isOpen = { (row: Row) in (row.int("eligible_\(days)d") ?? 0) < (row.int("granted") ?? 0) }
        return Figure(
            name: "retention-\(days)", title: "Permission kept after \(days) days",
            caption: "Of people who allowed at least \(days) days before the last event: permission still on, and a "
                + "notification opened by then. By OS version of the prompt.",
            legend: [.patch("allowed", "Kept"), .whisker("95% interval")],
            table: Table(
                style: "versions stacked",
                columns: [
                    .words("OS version"), .bars(Bars.scale()), .number("Rate kept"), .number("95% interval"),
                    .number("Kept"), .number("Eligible"), .number("Opened"),
                ],
                groups: list.table(
                    { row in
                        let kept = rate(row)
                        return [
                            .bar(Bars.rate(kept, style: "allowed", top: 1)), .rate(kept), .interval(kept),
                            .number(row.count("retained_\(days)d"), label: "Kept"),
                            .number(row.count("eligible_\(days)d"), label: "Eligible"),
                            .number(row.count("opened_\(days)d"), label: "Opened"),
                        ]
                    }, isOpen: isOpen)),
            note: note(of: list, days: days, isOpen: list.groups.flatMap(\.rows).contains(where: isOpen), head),
            csv: "opt_in_by_os")
    }

    /// The note under the retention table; `isOpen` says whether any row can still change.
    private func note(of list: VersionList, days: Int, isOpen: Bool, _ head: PageHead) -> String {
        let open = "Open: not all who allowed did so \(days) days before the last event, so the row can still change. "
        let few = "“Too few”: under \(ShownRate.smallestBase) eligible, or an interval too wide to mean something. "
        let withheld = list.isWithheld(by: "prompted") ? head.withheld("people asked") + " " : ""
        return "Rate kept = kept ÷ eligible. " + (isOpen ? open : "") + few + withheld + list.omission("people asked")
    }
}
