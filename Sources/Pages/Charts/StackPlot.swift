/// A plot of several counts by day or by week, either as stacked areas or as columns that go up and down from zero.
struct StackPlot {
    /// A day and its counts in the order of the styles; nil counts leave a gap.
    struct Point {
        let day: Day
        let counts: [Int]?
    }

    /// What happened on days of the plot.
    var marks = PlotMarks()
    private let points: [(day: Day, counts: [Int])]
    private let days: DayAxis
    /// The CSS class of each count.
    private let styles: [String]

    /// Creates a plot of points that ascend, `step` days apart; nil if none has counts.
    init?(_ points: [Point], styles: [String], step: Int) {
        self.points = points.compactMap { point in point.counts.map { (point.day, $0) } }
        guard !self.points.isEmpty, let first = points.first, let last = points.last else { return nil }
        days = DayAxis(first: first.day, last: last.day, step: step)
        self.styles = styles
    }

    /// Returns the plot as stacked areas, the first count at the bottom.
    func areas(id: String, title: String, description: String) -> SafeHTML {
        let scale = CountScale(highest: points.map { $0.counts.reduce(0, +) }.max() ?? 0)
        let shapes = styles.indices.map { style -> SafeHTML in
            .element("path", ["class": "area \(styles[style])", "d": runs.map { area($0, style, scale) }.joined()])
        }
        return frame(scale).svg(id: id, title: title, description: description, shapes + lines)
    }

    /// Returns the plot as a column for each day. The last count goes down from zero, the others are stacked upwards,
    /// the first at the bottom.
    func columns(id: String, title: String, description: String) -> SafeHTML {
        let scale = CountScale(
            lowest: points.map { $0.counts[styles.count - 1] }.max() ?? 0,
            highest: points.map { $0.counts.dropLast().reduce(0, +) }.max() ?? 0)
        let shapes = styles.indices.map { style -> SafeHTML in
            .element("path", ["class": styles[style], "d": points.map { column($0, style, scale) }.joined()])
        }
        return frame(scale, ofColumns: true).svg(id: id, title: title, description: description, shapes + lines)
    }

    /// A sentence that names the marks; empty if there are none.
    var markSentence: String { marks.sentence(on: days) }

    private var lines: [SafeHTML] { marks.lines(on: days) }

    private func frame(_ scale: CountScale, ofColumns: Bool = false) -> PlotFrame {
        PlotFrame(
            levels: scale.levels, labels: days.labels(), above: marks.labels(on: days),
            edges: days.edges(ofColumns: ofColumns))
    }

    /// The points, split into runs of consecutive days.
    private var runs: [[(day: Day, counts: [Int])]] { points.chunked { days.isNext($0.day, $1.day) } }

    /// Returns the path of one count's area over a run.
    private func area(_ run: [(day: Day, counts: [Int])], _ style: Int, _ scale: CountScale) -> String {
        let corners = run.count > 1 ? run.map { (x: days.x($0.day), counts: $0.counts) } : edges(of: run[0])
        let lower = corners.map { ($0.x, scale.y($0.counts.prefix(style).reduce(0, +))) }
        let upper = corners.map { ($0.x, scale.y($0.counts.prefix(style + 1).reduce(0, +))) }
        return "M" + (upper + lower.reversed()).map { "\($0.0) \($0.1)" }.joined(separator: "L") + "Z"
    }

    /// Returns the left and right edge of the area of a run of one point, which is one point wide, within the plot.
    private func edges(of point: (day: Day, counts: [Int])) -> [(x: Int, counts: [Int])] {
        let half = Int(days.half)
        let x = days.x(point.day)
        return [max(x - half, 0), min(x + half, PlotFrame.width)].map { (x: $0, counts: point.counts) }
    }

    /// Returns the path of one count's part of a column, which is four fifths as wide as the distance of two points.
    private func column(_ point: (day: Day, counts: [Int]), _ style: Int, _ scale: CountScale) -> String {
        guard point.counts[style] > 0 else { return "" }
        let slot = Double(PlotFrame.width) / Double(days.slots)
        let left = Int((Double(days.slot(of: point.day)) + 0.1) * slot)
        let right = max(Int((Double(days.slot(of: point.day)) + 0.9) * slot), left + 1)
        let isDown = style == styles.count - 1
        let below = isDown ? 0 : point.counts.prefix(style).reduce(0, +)
        let end = isDown ? -point.counts[style] : below + point.counts[style]
        return "M\(left) \(scale.y(below))V\(scale.y(end))H\(right)V\(scale.y(below))Z"
    }
}
