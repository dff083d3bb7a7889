/// The grant rate of an app by day of the prompt.
struct GrantTrend {
    private let days: [Row]
    /// The whole app's grant rate, which decides whether an interval is narrow enough to show a rate.
    private let usual: Rate?
    private let budget: PageBudget

    /// - Parameter days: rows of `opt_in_trend` of the level `app`, in any order; a missing day is a gap.
    init(days: [Row], usual: Rate?, budget: PageBudget) {
        self.days = days.sorted { ($0.day("day")?.number ?? 0) < ($1.day("day")?.number ?? 0) }
        (self.usual, self.budget) = (usual, budget)
    }

    /// Returns the figure, with rates pooled over 7 days. `isHalf`: whether it shares its row with the next figure.
    func figure(isHalf: Bool) -> Figure {
        let plotted = days.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map { TrendPlot.Point(day: $0, rate: rate(row), isOpen: row.isTrue("is_open")) }
        }
        let latest = plotted.last { !$0.isOpen && $0.rate.shown != nil }
        var figure = DayFigure(
            name: "trend", title: "Grant rate by day of the prompt",
            caption: "Allowed ÷ (allowed + denied + no answer), pooled over the 7 days that end with the day, with "
                + "95\u{202F}% interval.",
            empty: "No 7 days had \(ShownRate.smallestBase) people who answered or ran out of time: too few for a "
                + "line.",
            gap: "A gap: fewer than \(ShownRate.smallestBase) people in 7 days, or no data.", csv: "opt_in_daily"
        ).figure(plotted, latest: latest.map { "in the 7 days to \($0.day.text)" })
        figure.data = days.isEmpty ? nil : table
        figure.note += DayFigure.omission(days.count, budget)
        figure.isHalf = isHalf
        return figure
    }

    private func rate(_ row: Row) -> ShownRate {
        row.shown("pooled_rate", of: row.int("pooled_base"), usual: usual)
    }

    private var table: Table {
        Table(
            style: "days",
            columns: [.words("Day")]
                + ["Asked", "In 7 days", "Grant rate", "95\u{202F}% interval"].map { .number($0) },
            groups: [
                days.suffix(budget.listedDays).map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "", isOpen: row.isTrue("is_open"),
                        cells: [
                            .number(row.count("prompted"), label: "Asked"),
                            .number(row.count("pooled_base"), label: "In 7 days"), .rate(rate(row)),
                            .interval(rate(row)),
                        ])
                }
            ])
    }
}

/// The texts of a figure that plots a rate by day. `empty` is shown if no day has a rate, `gap` says why days are
/// missing.
struct DayFigure {
    let name: String
    let title: String
    let caption: String
    let empty: String
    let gap: String
    let csv: String

    /// Returns the figure.
    ///
    /// - Parameters:
    ///   - points: the days, ascending.
    ///   - latest: when the last settled rate (one that can't change any more) was, for example `on 3 Mar 2026`; nil if
    ///     there is none.
    func figure(_ points: [TrendPlot.Point], latest: String?) -> Figure {
        var figure = Figure(name: name, title: title, caption: caption)
        figure.csv = csv
        guard let plot = TrendPlot(points), let first = points.first, let last = points.last else {
            figure.empty = empty
            return figure
        }
        let rate = points.last { !$0.isOpen && $0.rate.shown != nil }?.rate.shown
        let words = rate.flatMap { rate in
            latest.map { "\(PageFormat.percent(rate)) (\(PageFormat.unbroken(rate))) \($0)" }
        }
        figure.legend = [.line("allowed", words ?? "no settled days")]
        figure.plot = { [title] id in
            plot.svg(
                id: id, title: title,
                description: "A line with a band for the 95\u{202F}% interval, \(first.day.text) to \(last.day.text). "
                    + (words.map { "Latest settled: \($0). " } ?? "") + "The table below has the numbers.")
        }
        figure.note =
            "The vertical axis runs from \(plot.axis). \(gap) "
            + (points.contains(where: \.isOpen) ? "Days on the tinted ground can still change. " : "")
        return figure
    }

    /// Returns sentences on the days that are not drawn or listed; empty if all are.
    static func omission(_ days: Int, _ budget: PageBudget) -> String {
        let (drawn, listed) = (PageFormat.count(budget.plottedDays), PageFormat.count(budget.listedDays))
        let omitted =
            (budget.plottedDays < days ? "Drawn are the last \(drawn) of \(PageFormat.count(days)) days. " : "")
            + (budget.listedDays < min(days, budget.plottedDays) ? "The table lists the last \(listed) days. " : "")
        return omitted.isEmpty ? "" : omitted + "The CSV has all."
    }
}
