/// Rates of several groups by day: a plot each, all on one scale, with the lines of the others in grey behind its own,
/// each line named where it ends.
struct TrendMultiples {
    /// A group by its name, its days, ascending, and its latest rate in words.
    struct Group {
        let name: String
        let points: [TrendPlot.Point]
        let latest: String
    }

    private let groups: [Group]
    private let scale: TrendScale

    /// Plots of the groups, or nil where they are fewer than two or none has a rate to show.
    init?(_ groups: [Group]) {
        guard groups.count > 1, let scale = TrendScale(of: groups.map(\.points)) else { return nil }
        (self.groups, self.scale) = (groups, scale)
    }

    /// `40 % to 70 %`: the ends of every vertical axis.
    var axis: String { scale.ends }

    /// The plots in the order of the groups, each under its name; `id` is unique on the page.
    func plots(id: String, title: String) -> SafeHTML {
        .element("div", ["class": "multiples"], groups.indices.map { plot($0, id: "\(id)-\($0 + 1)", title: title) })
    }

    private func plot(_ index: Int, id: String, title: String) -> SafeHTML {
        let group = groups[index]
        let others = groups.indices.filter { $0 != index }.map { groups[$0] }
        let name = SafeHTML.element("bdi", [:], [.element("strong", [:], [.text(group.name)])])
        return .element(
            "div", [:],
            [
                .element("p", [:], [name, .text(" \(group.latest)")]),
                TrendPlot(
                    group.points, on: scale, others: others.map(\.points), names: ([group] + others).map(\.name)
                ).svg(
                    id: id, title: "\(title): \(group.name)",
                    description: "A line with a band for the 95\u{202F}% interval, before the lines of the others in "
                        + "grey: \(group.latest). The table below has the numbers."),
            ])
    }
}
