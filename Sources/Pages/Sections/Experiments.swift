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
    /// The largest number of plots, and of days listed under a plot.
    private static let (plots, listedDays) = (4, 30)

    /// Rows of `opt_in_experiments`.
    private let rows: [Row]
    /// Rows of `opt_in_experiment_days`.
    private let days: [Row]

    init(_ rows: [Row], days: [Row]) { (self.rows, self.days) = (rows, days) }

    /// Returns what the numbers of a row allow to say.
    static func verdict(_ row: Row) -> Verdict {
        guard row["settled"] != nil else { return .withheld }
        if let p = row.double("split_p"), p < broken { return .broken }
        guard let difference = row.rate("difference") else { return .tooFew }
        return row["is_clear"] == "true" ? .clear(difference) : .open(difference)
    }

    /// Returns the table of all variants, then plots of those with most people; none if there is no experiment.
    ///
    /// - Parameter hasPlots: whether the page has room for plots.
    func figures(_ head: PageHead, _ budget: PageBudget, hasPlots: Bool) -> [Figure] {
        guard !rows.isEmpty else { return [] }
        guard hasPlots else { return [table(head, budget)] }
        let plotted = rows.filter { row in
            if case .open = Self.verdict(row) { return true }
            if case .clear = Self.verdict(row) { return true }
            return false
        }.enumerated().sorted { one, other in
            let size = { (row: Row) in min(row.int("settled") ?? 0, row.int("settled_control") ?? 0) }
            return (size(other.element), one.offset) < (size(one.element), other.offset)
        }.prefix(Self.plots)
        return [table(head, budget)]
            + plotted.enumerated().compactMap { plot($0.element.element, number: $0.offset + 1, budget) }
    }

    private func table(_ head: PageHead, _ budget: PageBudget) -> Figure {
        let listed = Array(rows.prefix(budget.rows))
        let left = rows.count - listed.count
        return Figure(
            name: "experiments", title: "Experiments",
            caption: "Opt-in rate of each variant of the prompt against the control of its placement, with an "
                + "interval that may be read every day.",
            table: Table(
                style: "versions stacked named",
                columns: [.words("Variant"), .number("Opt-in rate"), .number("Control"), .number("Difference")]
                    + [.number("Asked"), .number("Control asked"), .words("What is clear")],
                groups: listed.chunked { $0.text("experiment").utf8.elementsEqual($1.text("experiment").utf8) }
                    .map { $0.map(tableRow) }),
            note: "Of everyone asked since the first day with a second variant and at least \(head.window) ago. The "
                + "interval holds on all days at once: what is clear stays true in 19 of 20 experiments without a "
                + "difference, however often you look."
                + (listed.contains { $0["settled"] == nil } ? " " + head.withheld("people asked") : "")
                + (left > 0 ? " \(PageFormat.counted(left, "more is", "more are")) in the CSV." : ""),
            days: "Since each experiment began", csv: "opt_in_experiments")
    }

    private func tableRow(_ row: Row) -> Table.Row {
        let verdict = Self.verdict(row)
        let difference: Rate? =
            switch verdict {
            case .open(let difference), .clear(let difference): difference
            default: nil
            }
        return Table.Row(
            name: "\(Self.named(row, "experiment")) · \(Self.named(row, "variant"))",
            cells: [
                .number(row.percent("rate"), label: "Opt-in rate"),
                .number(row.percent("rate_control"), label: "Control"),
                .number(difference.map(PageFormat.points) ?? PageFormat.dash, label: "Difference"),
                .number(row.count("settled"), label: "Asked"),
                .number(row.count("settled_control"), label: "Control asked"),
                .words(sentence(verdict, row)),
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

    private func plot(_ row: Row, number: Int, _ budget: PageBudget) -> Figure? {
        let own = days.filter { day in
            ["experiment", "variant"].allSatisfy { day.text($0).utf8.elementsEqual(row.text($0).utf8) }
        }
        let points = own.compactMap { day in
            day.day("day").flatMap { date in
                day.rate("difference").map { DifferencePlot.Point(day: date, difference: $0) }
            }
        }
        guard let plot = DifferencePlot(points), let first = points.first, let last = points.last else { return nil }
        let title =
            "\(Self.named(row, "variant")) against \(Self.named(row, "control")), \(Self.named(row, "experiment"))"
        let listed = own.suffix(min(budget.listedDays, Self.listedDays))
        return Figure(
            name: "experiment-\(number)", title: title,
            caption: "Difference of the opt-in rates in points, of everyone asked since the experiment began up to the "
                + "day, with the interval that holds on all days at once.",
            plot: { id in
                plot.svg(
                    id: id, title: title,
                    description: "A line with a band that narrows, and a line at 0. On \(last.day.text): "
                        + "\(PageFormat.points(last.difference)). The table below has the numbers.")
            }, data: Self.data(listed),
            note: "The vertical axis runs from \(plot.axis). The line at 0 is no difference."
                + (listed.count < own.count ? " The table lists the last \(PageFormat.count(listed.count)) days." : ""),
            days: "\(first.day.text) to \(last.day.text)", csv: "opt_in_experiment_days", isHalf: true)
    }

    private static func data(_ days: ArraySlice<Row>) -> Table {
        Table(
            style: "days",
            columns: [.words("Day")] + ["Asked", "Control asked", "Difference"].map { .number($0) },
            groups: [
                days.map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "",
                        cells: [
                            .number(row.count("settled"), label: "Asked"),
                            .number(row.count("settled_control"), label: "Control asked"),
                            .number(
                                row.rate("difference").map(PageFormat.points) ?? PageFormat.dash, label: "Difference"),
                        ])
                }
            ])
    }

    /// Returns a variant or an experiment for display. An experiment is a placement, so only it can be empty.
    private static func named(_ row: Row, _ column: String) -> String {
        row.text(column).isEmpty ? "no placement" : PageFormat.name(row.text(column), atMost: 40)
    }
}
