/// The opt-in rate of an app, or of a part of its people, by day of the prompt.
struct GrantTrend {
    /// Rows of `opt_in_trend`, ascending, one a day or, if there are many, one a week.
    private let points: [Row]
    private let days: [Row]
    private let step: Int
    /// The whole app's opt-in rate, which decides whether an interval is narrow enough to show a rate.
    private let usual: Rate?
    private let budget: PageBudget
    /// The range, for the tints of the plot and the caption.
    private let head: PageHead
    /// The opt-in rates of the range before and of the range; nil if the two are not compared.
    private let compared: (before: String, now: String)?
    private let guides: PlotGuides

    /// - Parameter days: rows of `opt_in_trend` of the level `app`, in any order; a missing day is a gap.
    init(
        days: [Row], _ standing: OptInStanding, _ head: PageHead, budget: PageBudget, guides: PlotGuides = PlotGuides()
    ) {
        self.guides = guides
        let sorted = days.sorted { ($0.day("day")?.number ?? 0) < ($1.day("day")?.number ?? 0) }
        // At most four times the range, so that its tint is wide enough for its label.
        let shown = Array(sorted.suffix(head.length > 0 ? max(head.length * 4, 28) : sorted.count))
        (self.days, points, step) = (shown, Weeks.ends(of: shown), Weeks.step(of: shown))
        (usual, self.budget, self.head) = (standing.rate.shown, budget, head)
        // The line is not of answers within 24 hours.
        compared = standing.compared.flatMap { $0.metric == "opt_in" ? ($0.levelBefore, $0.level) : nil }
    }

    /// The line without axes, for the key number.
    var spark: SafeHTML? { Sparkline.markup(days.map { rate($0).shown?.value }) }

    /// The number of people asked in the 7 days that end with each day, as a line without axes.
    var askedSpark: SafeHTML? { Sparkline.markup(days.dropFirst(6).map { $0.double("pooled_base") }) }

    private var tints: [TrendPlot.Tint] {
        guard let compared, let from = head.from, let to = head.to, let first = from.before(head.length),
            let last = from.before(1)
        else { return [] }
        let days = PageFormat.counted(head.length, "day", "days")
        return [
            TrendPlot.Tint(
                from: first, to: last, label: "before: \(compared.before)", style: "before"),
            TrendPlot.Tint(from: from, to: to, label: "\(days): \(compared.now)", style: "now"),
        ]
    }

    /// The figure, with rates pooled over 7 days.
    var figure: Figure {
        let plotted = points.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map { TrendPlot.Point(day: $0, rate: rate(row), isOpen: row.isTrue("is_open")) }
        }
        let latest = plotted.last { !$0.isOpen && $0.rate.shown != nil }
        var figure = DayFigure(
            name: "trend", title: "Opt-in rate, 7 days pooled",
            caption: "Each point is of the people first asked in the 7 days up to its day.",
            empty: "No 7 days had \(ShownRate.smallestBase) people who answered or ran out of time: too few for a "
                + "line.",
            gap: "A gap: fewer than \(ShownRate.smallestBase) people in 7 days, or no data.", csv: "opt_in_daily"
        ).figure(
            plotted, latest: latest.map { "in the 7 days to \($0.day.text)" }, tints: tints, step: step, guides: guides)
        figure.data = days.isEmpty ? nil : table
        figure.lines = guides.since
        figure.note += DayFigure.omission(points.count, budget, step)
        if let first = days.first?.day("day"), let last = days.last?.day("day") {
            figure.days = first == last ? first.text : "\(first.text) to \(last.text)"
        }
        figure.isOfWholeReport = true
        return figure
    }

    private func rate(_ row: Row) -> ShownRate {
        row.shown("pooled_rate", of: row.counted("pooled_base"), usual: usual)
    }

    private var table: Table {
        Table(
            style: "days",
            columns: [.words(Weeks.column(step))]
                + ((step > 1 ? [] : ["Asked"]) + ["In 7 days", "Opt-in rate", "95% interval"]).map { .number($0) },
            groups: [
                points.suffix(budget.listedDays).map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "", isOpen: row.isTrue("is_open"),
                        cells: (step > 1 ? [] : [.number(row.count("prompted"), label: "Asked")]) + [
                            .number(row.count("pooled_base"), label: "In 7 days"), .rate(rate(row)),
                            .interval(rate(row)),
                        ])
                }
            ])
    }
}

/// The texts of a figure that plots a rate by day or by week. `empty` is shown if no point has a rate, `gap` says why
/// points are missing.
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
    ///   - points: the points, ascending, `step` days apart.
    ///   - latest: when the last settled rate (one that can't change any more) was, for example `on 3 Mar 2026`; nil if
    ///     there is none.
    ///   - tints: the ranges that are compared.
    ///   - guides: the marks and the target of the plot.
    func figure(
        _ points: [TrendPlot.Point], latest: String?, tints: [TrendPlot.Tint] = [], step: Int,
        guides: PlotGuides = PlotGuides()
    ) -> Figure {
        var figure = Figure(name: name, title: title, caption: caption)
        figure.csv = csv
        guard var plot = TrendPlot(points, step: step, target: guides.target), let first = points.first,
            let last = points.last
        else {
            figure.empty = empty
            return figure
        }
        (plot.tints, plot.marks) = (tints, guides.marks)
        let rate = points.last { !$0.isOpen && $0.rate.shown != nil }?.rate.shown
        let words = rate.flatMap { rate in
            latest.map { "\(PageFormat.percent(rate)) (\(PageFormat.unbroken(rate))) \($0)" }
        }
        figure.legend = [.line("allowed", words ?? "no settled days")]
        let drawing = plot
        figure.plot = { [title] id in
            drawing.svg(
                id: id, title: title,
                description: "A line with a band for the 95% interval, \(first.day.text) to \(last.day.text). "
                    + (words.map { "Latest settled: \($0). " } ?? "") + "The figure’s table has the numbers.")
        }
        figure.note =
            "The vertical axis runs from \(plot.axis). \(gap) "
            + (points.contains(where: \.isOpen) ? Self.openPoints(tints, step) : "") + plot.markSentence
        return figure
    }

    /// Returns a sentence that explains how points are drawn that can still change.
    private static func openPoints(_ tints: [TrendPlot.Tint], _ step: Int) -> String {
        tints.isEmpty
            ? "\(step > 1 ? "Weeks" : "Days") on the tinted ground can still change. " : "Dotted: can still change. "
    }

    /// Returns sentences on the points that are not drawn or listed; empty if all are. `isInFile`: whether a CSV file
    /// has them.
    static func omission(_ points: Int, _ budget: PageBudget, _ step: Int = 1, isInFile: Bool = true) -> String {
        let (drawn, listed) = (PageFormat.count(budget.plottedDays), PageFormat.count(budget.listedDays))
        let name = Weeks.name(step) + "s"
        let omitted =
            (budget.plottedDays < points ? "Drawn are the last \(drawn) of \(PageFormat.count(points)) \(name). " : "")
            + (budget.listedDays < min(points, budget.plottedDays)
                ? "The table lists the last \(listed) \(name). " : "")
        let partial = step > 1 ? "A first week that is not whole is left out. " : ""
        return omitted.isEmpty || !isInFile ? partial + omitted : partial + omitted + "The CSV has all."
    }
}
