/// A plot of shares that grow with time: each is a line with a band for its interval, and with its name and last value
/// at its right end. The points in time are drawn at equal distances, so the time axis is not linear.
struct CurvePlot {
    /// A line: its CSS class, its name, and a rate for each point in time.
    struct Line {
        let style: String
        let name: String
        let rates: [Rate]
    }

    /// The labels of the points in time.
    private let moments: [String]
    private let lines: [Line]
    private let scale: TrendScale

    /// Creates the plot; nil if there are fewer than two points in time or a line does not have a rate for each.
    init?(moments: [String], lines: [Line]) {
        guard moments.count > 1, lines.allSatisfy({ $0.rates.count == moments.count }),
            let day = Day(year: 1, month: 1, day: 1)
        else { return nil }
        (self.moments, self.lines) = (moments, lines)
        let zero = Rate(value: 0, low: 0, high: 0)
        // Only the vertical axis is used; the days are a placeholder.
        scale = TrendScale(days: DayAxis(first: day, last: day), shown: lines.flatMap(\.rates) + [zero])
    }

    /// Returns the plot. `id` must be unique on the page.
    func svg(id: String, title: String, description: String) -> SafeHTML {
        PlotFrame(levels: scale.levels, labels: labels, ends: ends).svg(
            id: id, title: title, description: description,
            lines.flatMap { line -> [SafeHTML] in
                [
                    .element("path", ["class": "band \(line.style)", "d": band(line)]),
                    .element("path", ["class": "line \(line.style)", "d": path(line.rates.map(\.value))]),
                ]
            })
    }

    private var ends: [EndLabels.Label] {
        lines.compactMap { line in
            line.rates.last.map {
                EndLabels.Label(text: line.name, value: " \(PageFormat.percent($0))", depth: scale.depth($0.value))
            }
        }
    }

    /// The horizontal position of a point in time, from 0 at the left to 1 at the right.
    private func share(_ index: Int) -> Double { Double(index) / Double(moments.count - 1) }

    private func point(_ index: Int, _ value: Double) -> String {
        "\(Int((share(index) * Double(PlotFrame.width)).rounded())) \(scale.y(value))"
    }

    private func path(_ values: [Double]) -> String {
        "M" + values.enumerated().map { point($0, $1) }.joined(separator: "L")
    }

    private func band(_ line: Line) -> String {
        let lower = line.rates.enumerated().reversed().map { point($0, $1.low) }.joined(separator: "L")
        return path(line.rates.map(\.high)) + "L" + lower + "Z"
    }

    /// The labels below the plot. The style sheet hides those of class `minor` if there is no room. Of many points, the
    /// first one's label reaches to the second.
    private var labels: [PlotFrame.Label] {
        moments.enumerated().filter { $0.offset != 1 || moments.count < 9 }.map { index, moment in
            let isEnd = index == 0 || index == moments.count - 1
            return PlotFrame.Label(
                text: moment, share: share(index), anchor: index == 0 ? "start" : isEnd ? "end" : "middle",
                style: isEnd || index % 3 == 0 && index < moments.count - 2 ? "major" : "minor")
        }
    }
}
