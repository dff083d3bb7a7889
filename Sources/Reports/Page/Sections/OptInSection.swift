/// The opt-in page of one app: answers to the permission prompt by OS version, app version and variant, the time to the
/// answer, the change since the previous range, and how long permission is kept.
struct OptInSection: Section {
    let appID: String
    let optIn: OptInTotals
    /// Rows of `opt_in_by_app_version`.
    let appVersions: [Row]
    /// Rows of `opt_in_variants`.
    let variants: [Row]
    /// Rows of `decision_curve`, one for each time after the prompt.
    let curve: [Row]
    /// The row of `key_numbers` that compares the grant rate with the previous range.
    let change: Row?
    /// The row of `key_numbers` about people who opened a notification within 24 hours of allowing.
    let firstOpen: Row?

    init(_ app: String, _ rows: ReportRows) {
        appID = app
        optIn = OptInTotals(rows: rows["opt_in_by_os", app: app])
        appVersions = rows["opt_in_by_app_version", app: app]
        variants = rows["opt_in_variants", app: app]
        curve = rows["decision_curve", app: app]
        change = rows["key_numbers", app: app].first { $0["measure"] == "grant_rate" }
        firstOpen = rows["key_numbers", app: app].first { $0["measure"] == "first_open_24h" }
    }

    var summary: (value: String, note: String) { optIn.summary }

    func headline(_ head: PageHead) -> Headline { optIn.headline(head) }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total = optIn.total, let decided = total.int("decided"), (total.int("prompted") ?? 0) > 0 else {
            return []
        }
        let p90 = total.double("seconds_to_decision_p90")
        let isOpen = (total.int("open_window") ?? 0) > 0
        return [
            KeyNumber(
                "Grant rate", optIn.grantRate,
                note: "of \(PageFormat.count(total.settled ?? 0))\(isOpen ? " (asked \u{2212} still open)" : " asked")"),
            KeyNumber(
                "Acceptance rate", total.shown("acceptance_rate", of: decided),
                note: "of \(PageFormat.count(decided)) who answered"),
            firstOpen.map { OverviewSection.number("Opened in 24 hours", $0, of: "who allowed a day ago or earlier") },
            KeyNumber("Asked", total.int("prompted"), note: "first prompt in these days"),
            KeyNumber("No answer", total.int("undecided"), note: "within \(head.window)"),
            KeyNumber("Still open", total.int("open_window"), note: "asked, \(head.window) not over", isOpen: true),
            KeyNumber(
                "Median time to decide", PageFormat.duration(seconds: total.double("seconds_to_decision_p50")),
                note: p90.map { "9 in 10 within \(PageFormat.duration(seconds: $0))" } ?? ""),
        ].compactMap(\.self)
    }

    func changeNote(_ head: PageHead) -> String {
        firstOpen?.isTrue("is_covered") == true ? "\(head.changes) The rate before is \(head.sameAge)." : ""
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !optIn.isEmpty else { return [] }
        let figures = OptInFigures(head: head, budget: budget, total: optIn.total)
        return [
            figures.versions(optIn.rows.filter { $0["level"] != "app" }, csv: "opt_in_by_os", isWhole: true),
            changeFigure(head), decisions, figures.appVersions(appVersions, csv: "opt_in_by_app_version"),
            byVariant(head, budget), retention(days: 7, head, budget), retention(days: 30, head, budget),
        ].compactMap(\.self)
    }
}

extension OptInSection {
    /// The OS versions that tables list.
    private func list(_ budget: PageBudget) -> VersionList {
        VersionList(optIn.rows.filter { $0["level"] != "app" }, by: "prompted", atMost: budget.rows)
    }

    /// Returns the share of people who still allow notifications `days` days after they allowed, by OS version.
    private func retention(days: Int, _ head: PageHead, _ budget: PageBudget) -> Figure {
        let list = list(budget)
        let rate = { (row: Row) in
            row.shown(
                "retained_\(days)d_rate", of: row.int("eligible_\(days)d"),
                usual: optIn.total?.rate("retained_\(days)d_rate"))
        }
        let isOpen = { (row: Row) in (row.int("eligible_\(days)d") ?? 0) < (row.int("granted") ?? 0) }
        return Figure(
            name: "retention-\(days)", title: "Permission kept after \(days) days",
            caption: "Of people who allowed at least \(days) days before the last event: permission still on, and a "
                + "notification opened by then. By OS version of the prompt.",
            legend: [.patch("allowed", "Kept"), .whisker("95\u{202F}% interval")],
            table: Table(
                style: "versions stacked",
                columns: [
                    .words("OS version"), .bars(Bars.scale()), .number("Rate kept"), .number("95 % interval"),
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
