/// The opt-in rate of an app by day of the prompt, with a plot for each major OS version ("major"), to show whether a
/// change comes from one of them.
struct MajorTrends {
    /// A major and its rows of `opt_in_trend` by day.
    private struct Major {
        let name, platform: String
        let rows: [Day: Row]
    }

    /// The majors with the most people, in page order; without those that have no rate to show on any plotted day.
    private var majors: [Major] = []
    /// The number of majors that the app has.
    private let count: Int
    /// The rows of the whole app, one a day, ascending, and those that are drawn: all, or one a week.
    private let (days, points): ([Row], [Row])
    private let step: Int
    /// The whole app's opt-in rate, which decides whether an interval is narrow enough to show a rate.
    private let usual: Rate?
    private let budget: PageBudget
    private let marks: PlotMarks

    /// - Parameters:
    ///   - majors: rows of `opt_in_by_os` of the level `major`.
    ///   - trend: rows of `opt_in_trend`, in any order.
    init(_ majors: [Row], _ trend: [Row], usual: Rate?, budget: PageBudget, marks: PlotMarks = PlotMarks()) {
        self.marks = marks
        (count, self.usual, self.budget) = (majors.count, usual, budget)
        let days = trend.filter { $0["level"] == "app" }.sorted { $0.text("day") < $1.text("day") }
        (self.days, points, step) = (days, Weeks.ends(of: days), Weeks.step(of: days))
        let plotted = Set(points.suffix(budget.plottedDays).compactMap { $0.day("day") })
        let listed = VersionList(majors, by: "prompted", atMost: budget.majors).groups.flatMap(\.rows)
        self.majors = listed.compactMap { major in
            let own = trend.filter {
                $0["level"] == "major" && $0["os_name"] == major["os_name"] && $0["os_version"] == major["os_version"]
            }
            let rows = Dictionary(own.compactMap { row in row.day("day").map { ($0, row) } }, uniquingKeysWith: { $1 })
            let isShown = rows.contains { plotted.contains($0.key) && rate($0.value).shown != nil }
            return isShown ? Major(name: major.versionLabel, platform: major.text("os_name"), rows: rows) : nil
        }
    }

    private func rate(_ row: Row?) -> ShownRate {
        row?.shown("pooled_rate", of: row?.counted("pooled_base"), usual: usual) ?? .none
    }

    /// The figure, with rates pooled over 7 days; nil if fewer than two majors have a rate.
    var figure: Figure? {
        guard let multiples = TrendMultiples(majors.map(group), step: step) else { return nil }
        let title = "Opt-in rate by OS and day of the prompt"
        var figure = Figure(
            name: "majors", title: title,
            caption: "Allowed ÷ (allowed + denied + no answer), pooled over the 7 days that end with the day. "
                + "Each major OS version has a plot; the grey lines are the others.",
            plot: { id in multiples.plots(id: id, title: title) }, data: table,
            note: "Every vertical axis runs from \(multiples.axis). A gap: fewer than \(ShownRate.smallestBase) people "
                + "in 7 days, or no data. \(step > 1 ? "Weeks" : "Days") on the tinted ground can still change. The CSV "
                + "has the counts behind each point. " + marks.sentence(on: multiples.days)
                + left
                + DayFigure.omission(points.count, budget, step),
            csv: "opt_in_daily")
        if let first = days.first?.day("day"), let last = days.last?.day("day") {
            figure.days = "\(first.text) to \(last.text)"
        }
        figure.isOfWholeReport = true
        return figure
    }

    /// A sentence on how many majors are not drawn; empty if all are.
    private var left: String {
        let left = count - majors.count
        let others = PageFormat.counted(left, "smaller OS version is", "smaller OS versions are")
        return left > 0 ? "\(others) not shown. " : ""
    }

    private func group(_ major: Major) -> TrendMultiples.Group {
        let points = points.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map {
                TrendPlot.Point(day: $0, rate: rate(major.rows[$0]), isOpen: row.isTrue("is_open"))
            }
        }
        let latest = points.last { !$0.isOpen && $0.rate.shown != nil }
        let words = latest.flatMap { point in
            point.rate.shown.map { rate in
                "\(PageFormat.percent(rate)) (\(PageFormat.unbroken(rate))) in the 7 days to \(point.day.text)"
            }
        }
        return TrendMultiples.Group(
            name: major.name, marks: marks.of(major.platform), points: points, latest: words ?? "no settled days")
    }

    private var table: Table {
        let heads = majors.flatMap { major -> [Table.Column] in
            ["in 7 days", "opt-in rate", "95% interval"].map { .number("\(major.name), \($0)") }
        }
        return Table(
            style: "days", columns: [.words(Weeks.column(step))] + heads,
            groups: [
                points.suffix(budget.listedDays).map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "", isOpen: row.isTrue("is_open"),
                        cells: majors.flatMap { major in cells(row.day("day").flatMap { major.rows[$0] }) })
                }
            ])
    }

    private func cells(_ row: Row?) -> [Table.Cell] {
        [.number(row?.count("pooled_base") ?? "0", label: "In 7 days"), .rate(rate(row)), .interval(rate(row))]
    }
}
