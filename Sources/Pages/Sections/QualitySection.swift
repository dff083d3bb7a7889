/// The data quality page of one app: counts of unusual events.
struct QualitySection: Section {
    let appID: String
    /// Rows of `data_quality`, one for each measure.
    private let rows: [Row]
    /// What changed about the data, of this app and of all.
    private let told: [Verdict]

    init(_ app: String, _ rows: ReportRows) {
        appID = app
        told = (Verdicts(nil, rows).told + Verdicts(app, rows).told).filter(\.isOfData)
        self.rows = rows["data_quality", app: app]
    }

    /// The counts in page order. The last one is not a check (see `checks`).
    private static let counts = [
        "installations_set_aside", "unsent_opens", "orphan_decisions", "decided_late", "status_jumps",
        "shared_installations", "reassigned", "clocks_corrected",
    ]

    /// The row of a measure that has a value.
    private func row(_ measure: String) -> Row? { rows.first { $0["measure"] == measure && $0["value"] != nil } }

    /// The number of checks: all counts except corrected clocks, which are no problem.
    static var checks: Int { counts.count - 1 }

    /// The checks with a count above 0; nil if there are no events to check.
    private var odd: [(measure: String, row: Row)]? {
        guard !rows.isEmpty else { return nil }
        return Self.counts.prefix(Self.checks).compactMap { measure in
            row(measure).flatMap { ($0.double("value") ?? 0) > 0 ? (measure, $0) : nil }
        }
    }

    /// The number of checks with a count above 0; nil if there are no events to check.
    var found: Int? { odd?.count }

    /// Returns these checks, for example `Opens without a send (85)`.
    func finds(_ head: PageHead) -> [String] {
        odd?.map { "\(head.term($0.measure, on: .quality).label) (\($0.row.count("value")))" } ?? []
    }

    var summary: (value: String, note: String) {
        guard let found else { return (PageFormat.dash, "no events") }
        return ("\(found) of \(Self.checks)", "checks found something")
    }

    func headline(_ head: PageHead) -> Headline {
        let changes = told.map(\.sentence).joined(separator: " ")
        guard let found else {
            return Headline(title: "No events came", lede: "No event happened \(head.range).", rest: changes)
        }
        guard found > 0 else {
            return Headline(
                title: "Nothing odd in the events", lede: "No check below found anything.", rest: changes)
        }
        return Headline(
            title: "\(found) of \(Self.checks) checks found something",
            lede: "The table says what each means for the numbers. Corrected clocks are harmless."
                + (found < Self.checks ? " The other checks found nothing." : ""), rest: changes)
    }

    func numbers(_ head: PageHead) -> [KeyNumber] { [] }

    /// Returns the share of a count, in words: of opens, those whose send is known; otherwise its share of all events.
    private static func share(_ row: Row) -> String {
        guard let share = row.rate("share") else { return "" }
        let whole = row["measure"] == "unsent_opens" ? "opens have a known send" : "events"
        return "\(PageFormat.share(share)) of \(whole) (\(PageFormat.unbroken(share))). "
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !rows.isEmpty else { return [] }
        return [
            Figure(
                name: "checks", title: "What is odd about the events",
                caption: "Counts by the day of the event, and their share of all events. For opens, the share whose "
                    + "send is known.",
                table: Table(
                    style: "checks",
                    columns: [.words("What"), .number("Count"), .words("What it means")],
                    groups: [
                        Self.counts.compactMap { measure in
                            row(measure).map { row in
                                let term = head.term(measure, on: .quality)
                                return Table.Row(
                                    name: term.label,
                                    cells: [
                                        .number(row.count("value"), label: "Count"),
                                        .words(Self.share(row) + term.meaning),
                                    ])
                            }
                        }
                    ]), csv: "data_quality")
        ]
    }
}

/// The part of the data quality page about deliveries (events as they arrived, duplicates included), for all apps
/// together: deliveries by day, and rejects by reason.
struct DeliveriesSection: Section {
    let appID = "All apps"
    private let days: [Row]
    private let rejects: [Row]
    /// A typical error text for each reject reason.
    private let examples: [String: String]

    init(_ rows: ReportRows) {
        days = rows["deliveries_daily"]
        rejects = rows["rejects"]
        examples = Dictionary(
            rows["reject_examples"].map { ($0.text("reason"), $0.text("example")) }, uniquingKeysWith: { $1 })
    }

    /// The outcomes of a delivery: column, CSS class and label.
    private static let outcomes = [
        ("accepted", "step", "Accepted"), ("duplicate", "deep", "Duplicate"), ("rejected", "rejected", "Rejected"),
    ]

    var summary: (value: String, note: String) { ("", "") }

    func headline(_ head: PageHead) -> Headline {
        Headline(title: "Deliveries", lede: "Deliveries and rejects are counted for all apps together.")
    }

    func numbers(_ head: PageHead) -> [KeyNumber] { [] }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        [deliveries(budget), byReason].compactMap(\.self)
    }

    private func deliveries(_ budget: PageBudget) -> Figure? {
        let (listed, step) = (Weeks.sums(of: days, Self.outcomes.map(\.0)), Weeks.step(of: days))
        let points = listed.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map { StackPlot.Point(day: $0, counts: Self.outcomes.map { row.int($0.0) ?? 0 }) }
        }
        guard let plot = StackPlot(points, styles: Self.outcomes.map(\.1), step: step) else { return nil }
        let title = "Deliveries by \(Weeks.name(step)) of receipt, all apps"
        return Figure(
            name: "deliveries", title: title, caption: "Delivered events by outcome.",
            legend: Self.outcomes.map { outcome in
                .patch(outcome.1, "\(outcome.2), \(Row.total(outcome.0, of: days).text)")
            },
            plot: { id in
                plot.columns(
                    id: id, title: title,
                    description:
                        "A column for each \(Weeks.name(step)): accepted and duplicates upwards, rejected downwards. The "
                        + "table below has the numbers.")
            },
            data: Table(
                style: "days", columns: [.words(Weeks.column(step))] + Self.outcomes.map { .number($0.2) },
                groups: [
                    listed.suffix(budget.listedDays).map { row in
                        Table.Row(
                            name: row.day("day")?.text ?? "",
                            cells: Self.outcomes.map { .number(row.count($0.0), label: $0.2) })
                    }
                ]),
            note: "Rejected ones go down from 0. A duplicate is a second copy of a stored event; it counts once. "
                + DayFigure.omission(listed.count, budget, step), csv: "deliveries_daily")
    }

    /// Rejects by reason, most frequent first; nil if there are none.
    private var byReason: Figure? {
        guard !rejects.isEmpty else { return nil }
        let ranked = rejects.enumerated().sorted {
            ($1.element.int("count") ?? 0, $0.offset) < ($0.element.int("count") ?? 0, $1.offset)
        }.map(\.element)
        let most = ranked.first?.int("count") ?? 0
        return Figure(
            name: "rejects", title: "Rejects by reason, all apps",
            caption: "Events that do not follow the event format, including those that were released or discarded.",
            table: Table(
                style: "steps reasons",
                columns: [
                    .words("Reason"), .bars(SafeHTML.joined([])), .number("Rejected"), .words("Most often"),
                ],
                groups: [
                    ranked.map { row in
                        Table.Row(
                            name: PageFormat.name(row.text("reason")).replacing(["_": " "]),
                            cells: [
                                .bar(Bars.step(row.int("count") ?? 0, of: most, style: "rejected")),
                                .number(row.count("count"), label: "Rejected"),
                                .words(PageFormat.name(examples[row.text("reason")] ?? "", atMost: 200)),
                            ])
                    }
                ]),
            note: "Rejected events are in the quarantine, where they can be retried or discarded. Most often: the "
                + "most frequent error of the newest 1,000, without data of the events.", csv: "rejects")
    }
}
