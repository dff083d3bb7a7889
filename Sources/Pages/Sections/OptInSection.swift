/// The opt-in page of one app: the opt-in rate by day, the answers to the permission prompt by a dimension that the reader
/// chooses, experiments, the time to the answer, and how long permission is kept.
struct OptInSection: Section {
    let appID: String
    let optIn: OptInTotals
    /// Rows of `opt_in_by`.
    let groups: [Row]
    /// The people who came to the ask; nil if the app shows no primer.
    private let ask: AskFunnel?
    let experiments: [Experiments]
    /// Rows of `decision_curve`, one for each time after the prompt.
    let curve: [Row]
    let standing: OptInStanding
    let verdicts: Verdicts
    /// Rows of `opt_in_changes`.
    private let changes: [Row]
    /// Rows of `opt_in_trend` of the whole app.
    let trend: [Row]
    private let links: VerdictLinks
    private let guides: PlotGuides
    /// Whether the app is alone on its page. If not, the answers are only by OS, and the plots of experiments and what
    /// follows are only on the page of the app.
    let isAlone: Bool
    /// The row of `key_numbers` about people who opened a notification within 24 hours of allowing.
    let firstOpen: Row?

    /// - Parameters:
    ///   - whole: the rows of the report's own range.
    init(
        _ app: String, _ rows: ReportRows, whole: ReportRows, links: VerdictLinks = VerdictLinks(), isAlone: Bool
    ) {
        appID = app
        (self.isAlone, self.links) = (isAlone, links)
        optIn = OptInTotals(rows: rows["opt_in_by_os", app: app])
        groups = rows["opt_in_by", app: app]
        ask = AskFunnel(rows["ask_by", app: app])
        experiments = Experiments.all(
            rows["opt_in_experiments", app: app], days: rows["opt_in_experiment_days", app: app],
            lone: rows["lone_arms", app: app])
        curve = rows["decision_curve", app: app]
        standing = OptInStanding(app, rows)
        verdicts = Verdicts(app, rows)
        changes = rows["opt_in_changes", app: app]
        trend = whole["opt_in_trend", app: app].filter { $0["level"] == "app" }
        guides = PlotGuides(of: app, whole, target: "grant_rate")
        firstOpen = rows["key_numbers", app: app].first { $0["measure"] == "first_open_24h" }
    }

    var summary: (value: String, note: String) { (standing.level.text, optIn.note) }

    func headline(_ head: PageHead) -> Headline { standing.headline(head, changes) }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total = optIn.total, let decided = total.counted("decided"), (total.int("prompted") ?? 0) > 0 else {
            return []
        }
        let p90 = "seconds_to_decision_p90"
        let isOpen = (total.int("open_window") ?? 0) > 0
        return [
            standing.number(note: "of \(total.settled?.text ?? "0") who answered or had \(head.window) to"),
            ask?.yield(head),
            KeyNumber(
                "Acceptance rate", total.shown("acceptance_rate", of: decided),
                note: "of \(decided.text) who answered"),
            firstOpen.map { row in
                KeyNumber(
                    "Opened in the first 24 hours", row.shown("rate", of: row.counted("base")),
                    note: "of \(row.count("base")) who allowed a day ago or earlier")
            },
            verdicts.of("asked").flatMap { verdict in
                verdict.kind.map { _ in KeyNumber("People asked", verdict, note: "first prompt in these days") }
            } ?? KeyNumber("People asked", total, "prompted", note: "first prompt in these days"),
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
        let asked = ask?.figure(head, lines: experiments.first { $0.base == .assigned }?.sentences ?? [])
        guard !optIn.isEmpty else { return [asked].compactMap(\.self) }
        let answers = AnswersTable(groups, changes, verdicts.all, links: links, total: optIn.total, head)
        var figures = [
            asked, GrantTrend(days: trend, standing, head, budget: budget, guides: guides).figure,
            answers.figure(answers.dimensions.filter { isAlone || $0 == "os" }),
        ]
        figures += experiments.map { $0.figure(head, budget, hasPlots: isAlone) }
        if isAlone { figures += [decisions, kept(head, budget)] }
        return figures.compactMap(\.self)
    }
}

extension OptInSection {
    /// Returns the share of people who still allow notifications 7 and 30 days after they allowed, by major OS version;
    /// nil if no one allowed so long ago.
    private func kept(_ head: PageHead, _ budget: PageBudget) -> Figure? {
        let spans = [7, 30].filter { (optIn.total?.int("eligible_\($0)d") ?? 0) > 0 }
        guard !spans.isEmpty else { return nil }
        let list = VersionList(optIn.rows.filter { $0["level"] == "major" }, by: "prompted", atMost: budget.rows)
        let rate = { (row: Row, days: Int) in
            row.shown(
                "retained_\(days)d_rate", of: row.counted("eligible_\(days)d"),
                usual: optIn.total?.rate("retained_\(days)d_rate"))
        }
        return Figure(
            name: "kept", title: "Permission kept",
            caption: "Of people who allowed at least that many days before the last event: permission still on.",
            table: Table(
                style: "versions many",
                columns: [.words("OS")]
                    + spans.flatMap { ["After \($0) days", "95% interval", "Allowed \($0) days ago"] }.map {
                        .number($0)
                    },
                groups: list.table { row in
                    spans.flatMap { days -> [Table.Cell] in
                        let kept = rate(row, days)
                        let people = row.count("eligible_\(days)d")
                        return [.rate(kept), .interval(kept), .number(people, label: "Allowed \(days) days ago")]
                    }
                }),
            note: "People who allowed later follow, so the rates can still change. " + list.omission("people asked")
                + (list.isWithheld(by: "prompted") ? " " + head.withheld("people asked") : ""),
            csv: "opt_in_by_os", isHalf: true)
    }
}
