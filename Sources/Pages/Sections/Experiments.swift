/// The variants of one app's prompts against the control of their placement since each experiment began, with intervals
/// that may be read every day.
struct Experiments {
    /// What can be said about a variant.
    enum Verdict: Equatable {
        /// The numbers are withheld because they are of too few people.
        case withheld
        /// The sizes of the placement's variants differ more than an even split explains.
        case broken
        /// Fewer than `fewest` people with the variant or with the control.
        case tooFew
        /// The interval holds 0.
        case open(Rate)
        case clear(Rate)
    }

    /// The fewest people on either side for an interval.
    private static let fewest = 100
    /// The assignment looks broken if the p of an even split is below this.
    private static let broken = 0.001
    /// The largest number of plots, and of days that a plot draws.
    private static let (plots, drawnDays) = (4, 40)

    /// Rows of `opt_in_experiments`.
    private let rows: [Row]
    /// Rows of `opt_in_experiment_days`.
    private let days: [Row]

    /// Leaves out what is not of people who were asked: of those assigned to a variant only the CSV has numbers.
    init(_ rows: [Row], days: [Row]) {
        let ofAsked = { (rows: [Row]) in rows.filter { $0["base"] == "asked" } }
        (self.rows, self.days) = (ofAsked(rows), ofAsked(days))
    }

    /// Returns what the numbers of a row allow to say.
    static func verdict(_ row: Row) -> Verdict {
        guard row["settled"] != nil else { return .withheld }
        if let p = row.double("split_p"), p < broken { return .broken }
        guard let difference = row.rate("difference") else { return .tooFew }
        return row["is_clear"] == "true" ? .clear(difference) : .open(difference)
    }

    /// Returns the table of all variants; nil if there is no experiment. Those with most people have a plot.
    ///
    /// - Parameter hasPlots: whether the page has room for plots.
    func figure(_ head: PageHead, _ budget: PageBudget, hasPlots: Bool) -> Figure? {
        guard !rows.isEmpty else { return nil }
        let plotted = rows.enumerated().filter { Self.difference($0.element) != nil }.sorted { one, other in
            let size = { (row: Row) in min(row.int("settled") ?? 0, row.int("settled_control") ?? 0) }
            return (size(other.element), one.offset) < (size(one.element), other.offset)
        }.prefix(hasPlots ? Self.plots : 0).map(\.offset)
        return figure(head, budget, plotted)
    }

    /// Returns the difference to the control if it may be told.
    private static func difference(_ row: Row) -> Rate? {
        switch verdict(row) {
        case .open(let difference), .clear(let difference): difference
        default: nil
        }
    }

    private func figure(_ head: PageHead, _ budget: PageBudget, _ plotted: [Int]) -> Figure {
        let listed = Array(rows.prefix(budget.rows))
        let left = rows.count - listed.count
        return Figure(
            name: "experiments", title: "Experiments",
            caption: "Each variant of the prompt against the control of its placement, since the experiment began.",
            table: Table(
                style: "versions stacked named",
                columns: [.words("Variant"), .number("Opt-in rate"), .number("Control"), .number("Difference")]
                    + [.number("Asked"), .number("Control asked"), .words("What is clear")],
                groups: listed.indices.map { $0 }.chunked {
                    listed[$0].text("experiment").utf8.elementsEqual(listed[$1].text("experiment").utf8)
                }.map { $0.map { tableRow(listed[$0], plotted.firstIndex(of: $0)) } }),
            note: "Everyone asked since the first day with a second variant, and at least \(head.window) ago. The "
                + "interval holds on all days at once, so what is clear stays true in 19 of 20 experiments without a "
                + "difference, however often you look."
                + (listed.contains { $0["settled"] == nil } ? " " + head.withheld("people asked") : "")
                + (left > 0 ? " \(PageFormat.counted(left, "more is", "more are")) in the CSV." : ""),
            csv: "opt_in_experiments")
    }

    /// Returns the row of a variant. `number`: that of its plot; nil if it has none.
    private func tableRow(_ row: Row, _ number: Int?) -> Table.Row {
        let words = sentence(Self.verdict(row), row)
        let drawing = number.flatMap { plot(row, id: "experiment-\($0 + 1)") }
        return Table.Row(
            name: "\(Self.named(row, "experiment")) · \(Self.named(row, "variant"))",
            cells: [
                .number(row.percent("rate")), .number(row.percent("rate_control")),
                .number(Self.difference(row).map(PageFormat.points) ?? PageFormat.dash),
                .number(row.count("settled")), .number(row.count("settled_control")),
                drawing.map { Table.Cell.plot(words, $0) } ?? .words(words),
            ])
    }

    /// Returns what is clear, or what is missing, as a sentence.
    private func sentence(_ verdict: Verdict, _ row: Row) -> String {
        switch verdict {
        case .withheld: PageFormat.dash
        case .broken:
            "No verdict: the assignment looks broken. The sizes of the variants differ more than an even split explains."
        case .tooFew:
            "Too few: \(Self.fewest) people are needed with each, \(row.count("settled")) and "
                + "\(row.count("settled_control")) so far."
        case .open(let difference):
            "Not clear yet: anything from \(difference.bounds) points is still possible."
        case .clear(let difference):
            "Clear: at least \(row.points(difference.low > 0 ? "difference_low" : "difference_high")) "
                + "\(difference.low > 0 ? "more" : "fewer") allow than with \(Self.named(row, "control"))."
        }
    }

    /// Returns the plot of the difference by day; nil if no day has one.
    private func plot(_ row: Row, id: String) -> SafeHTML? {
        let own = days.filter { day in
            ["experiment", "variant"].allSatisfy { day.text($0).utf8.elementsEqual(row.text($0).utf8) }
        }
        let points = own.compactMap { day in
            day.day("day").flatMap { date in
                day.rate("difference").map { DifferencePlot.Point(day: date, difference: $0) }
            }
        }
        let step = points.count / Self.drawnDays + 1
        let drawn = points.enumerated().filter { (points.count - 1 - $0.offset).isMultiple(of: step) }.map(\.element)
        guard let plot = DifferencePlot(drawn), let last = points.last else { return nil }
        let title =
            "\(Self.named(row, "variant")) against \(Self.named(row, "control")), \(Self.named(row, "experiment"))"
        let svg = plot.svg(
            id: id, title: title,
            description: "A line with a band that narrows, and a line at 0. On \(last.day.text): "
                + "\(PageFormat.points(last.difference)). The axis runs from \(plot.axis).")
        return .element("div", ["class": "plot"], [svg])
    }

    /// Returns a variant or an experiment for display. An experiment is a placement, so only it can be empty.
    private static func named(_ row: Row, _ column: String) -> String {
        row.text(column).isEmpty ? "no placement" : PageFormat.name(row.text(column), atMost: 40)
    }
}
