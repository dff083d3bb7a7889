/// Shares that grow with time, at so many moments an equal way apart: each a line with the band of its interval, and
/// its name and last value where it ends.
struct CurvePlot {
    /// A line by its class and its name.
    struct Line {
        let style: String
        let name: String
        let rates: [Rate]
    }

    private let moments: [String]
    private let lines: [Line]
    private let scale: TrendScale

    /// Lines over moments by their names; nil where there is nothing to draw.
    init?(moments: [String], lines: [Line]) {
        guard moments.count > 1, lines.allSatisfy({ $0.rates.count == moments.count }),
            let day = Day(year: 1, month: 1, day: 1)
        else { return nil }
        (self.moments, self.lines) = (moments, lines)
        let zero = Rate(value: 0, low: 0, high: 0)
        scale = TrendScale(days: DayAxis(first: day, last: day), shown: lines.flatMap(\.rates) + [zero])
    }

    /// The plot; `id` is unique on the page.
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
                EndLabels.Label(text: "\(line.name) \(PageFormat.percent($0.value))", depth: scale.depth($0.value))
            }
        }
    }

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

    /// Every other one is left out where there is no room.
    private var labels: [PlotFrame.Label] {
        moments.enumerated().map { index, moment in
            let isEnd = index == 0 || index == moments.count - 1
            return PlotFrame.Label(
                text: moment, share: share(index), anchor: index == 0 ? "start" : isEnd ? "end" : "middle",
                style: isEnd || index % 3 == 0 && index < moments.count - 2 ? "major" : "minor")
        }
    }
}
