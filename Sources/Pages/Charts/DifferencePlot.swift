/// A plot of a difference of two rates by day: a line with a band for its interval, and a line at 0.
struct DifferencePlot {
    /// A day, with the difference and its interval as fractions.
    struct Point {
        let day: Day
        let difference: Rate
    }

    private let points: [Point]
    private let days: DayAxis
    /// The distance of grid lines in percentage points.
    private let step: Int
    /// The ends of the vertical axis, in multiples of `step`.
    private let (bottom, top): (Int, Int)

    /// Creates the plot of ascending days; nil without days. The vertical axis contains 0. It leaves out what lies
    /// farther from 0 than `limit`, so that the wide intervals of the first days don't flatten the later ones.
    init?(_ points: [Point]) {
        guard let first = points.first?.day, let last = points.last?.day, let end = points.last?.difference else {
            return nil
        }
        self.points = points
        days = DayAxis(first: first, last: last)
        let limit = max(4 * (end.high - end.low), 2 * max(end.high.magnitude, end.low.magnitude), 0.02)
        let low = max(min(points.map(\.difference.low).min() ?? 0, 0), -limit)
        let high = min(max(points.map(\.difference.high).max() ?? 0, 0), limit)
        step = [1, 2, 5, 10, 20].first { (high - low) * 100 <= Double(5 * $0) } ?? 50
        bottom = min(Int((low * 100 / Double(step)).rounded(.down)), -1)
        top = max(Int((high * 100 / Double(step)).rounded(.up)), 1)
    }

    /// The ends of the vertical axis, such as `−10 to +10 points`.
    var axis: String { "\(label(bottom)) to \(label(top)) points" }

    /// Returns the plot. `id` must be unique on the page.
    func svg(id: String, title: String, description: String) -> SafeHTML {
        let frame = PlotFrame(
            levels: (bottom...top).map { PlotFrame.Level(depth: depth(Double($0)), text: label($0)) },
            labels: days.labels(), edges: days.edges())
        let upper = points.map { place($0.day, $0.difference.high) }
        let lower = points.reversed().map { place($0.day, $0.difference.low) }
        let zero = PlotFrame.y(depth(0))
        return frame.svg(
            id: id, title: title, description: description,
            [
                .element("path", ["class": "band", "d": "M" + (upper + lower).joined(separator: "L") + "Z"]),
                .element("path", ["class": "zero", "d": "M0 \(zero)H\(PlotFrame.width)"]),
                .element(
                    "path",
                    [
                        "class": "line",
                        "d": "M" + points.map { place($0.day, $0.difference.value) }.joined(separator: "L"),
                    ]),
            ])
    }

    /// Returns the vertical position of a multiple of `step`, from 0 at the top to 1 at the bottom.
    private func depth(_ steps: Double) -> Double { (Double(top) - steps) / Double(top - bottom) }

    private func place(_ day: Day, _ difference: Double) -> String {
        let depth = min(max(depth(difference * 100 / Double(step)), 0), 1)
        return "\(days.x(day)) \(PlotFrame.y(depth))"
    }

    private func label(_ steps: Int) -> String {
        let points = PageFormat.count(steps * step)
        return steps > 0 ? "+\(points)" : points
    }
}
