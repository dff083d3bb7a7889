/// Small multiples: the rates of several groups by day, one plot for each group, all on the same scale. Each plot shows
/// the other groups' lines in grey behind its own. Every line has its name at its right end.
struct TrendMultiples {
    /// A group's name, its days in ascending order, and its latest rate in words.
    struct Group {
        let name: String
        /// What happened on its days: lines without names, for which there is no room.
        let marks: PlotMarks
        let points: [TrendPlot.Point]
        let latest: String
    }

    private let groups: [Group]
    private let scale: TrendScale
    /// Creates the plots of points that are `step` days apart; nil if there are fewer than two groups or none has a rate to show.
    init?(_ groups: [Group], step: Int) {
        guard groups.count > 1, let scale = TrendScale(of: groups.map(\.points), step: step) else { return nil }
        (self.groups, self.scale) = (groups, scale)
    }

    /// The ends of every vertical axis, for example `40% to 70%`.
    var axis: String { scale.ends }

    /// The days of the plots.
    var days: DayAxis { scale.days }

    /// Returns the plots in the order of the groups, each with its name above. `id` must be unique on the page.
    func plots(id: String, title: String) -> SafeHTML {
        .element("div", ["class": "multiples"], groups.indices.map { plot($0, id: "\(id)-\($0 + 1)", title: title) })
    }

    private func plot(_ index: Int, id: String, title: String) -> SafeHTML {
        let group = groups[index]
        let others = groups.indices.filter { $0 != index }.map { groups[$0] }
        let name = SafeHTML.element("bdi", [:], [.element("strong", [:], [.text(group.name)])])
        var plot = TrendPlot(
            group.points, on: scale, others: others.map(\.points), names: ([group] + others).map(\.name))
        plot.marks = group.marks
        return .element(
            "div", [:],
            [
                .element("p", [:], [name, .text(" \(group.latest)")]),
                plot.svg(
                    id: id, title: "\(title): \(group.name)",
                    description: "A line with a band for the 95% interval, before the lines of the others in "
                        + "grey: \(group.latest). The figure’s table has the numbers."),
            ])
    }
}
