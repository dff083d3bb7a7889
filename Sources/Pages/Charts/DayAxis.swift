/// The horizontal axis of a plot by day or by week.
package struct DayAxis: Equatable {
    let first: Day
    let last: Day
    /// The distance of neighbouring points in days: 1, or 7 if each point is a week.
    let step: Int

    /// Creates an axis from the first to the last point, inclusive.
    package init(first: Day, last: Day, step: Int = 1) { (self.first, self.last, self.step) = (first, last, step) }

    /// The number of days between the ends, at least 1.
    private var span: Int { max(last.number - first.number, 1) }

    /// Returns the horizontal position of a day, 0…1; the middle if the axis has only one point.
    func share(of day: Day) -> Double {
        first == last ? 0.5 : Double(day.number - first.number) / Double(span)
    }

    /// Returns the horizontal position of a day in units of the view box of `PlotFrame`.
    func x(_ day: Day) -> Int { Int((share(of: day) * Double(PlotFrame.width)).rounded()) }

    /// Half the distance of two points in units of the view box.
    var half: Double { Double(PlotFrame.width * step) / Double(span) / 2 }

    /// The number of points that fit.
    var slots: Int { (last.number - first.number) / step + 1 }

    /// Returns the place of a point among them, from 0.
    func slot(of day: Day) -> Int { (day.number - first.number) / step }

    /// Returns whether the second point follows the first one without a gap.
    func isNext(_ first: Day, _ second: Day) -> Bool { second.number == first.number + step }
}

extension DayAxis {
    /// Returns the times at the ends, and the step. The point of a day is at its midnight (T00:00). If points are
    /// columns, or there is only one, the plot extends half a point beyond the first and last one.
    func edges(ofColumns: Bool = false) -> PlotFrame.Edges {
        guard ofColumns || first == last else {
            return PlotFrame.Edges(from: "\(first)T00:00", to: "\(last)T00:00", step: step)
        }
        let (start, end) = (first.before((step + 1) / 2) ?? first, last.before(-(step / 2)) ?? last)
        return PlotFrame.Edges(from: "\(start)T12:00", to: "\(end)T12:00", step: step)
    }

    /// Returns the labels: both ends and at least two between them if there is room: first days of months, or else days
    /// at thirds. They name no year unless the axis is longer than a year; then they name months. `width` is the plot's
    /// width relative to the usual one; labels between the ends of a narrower plot have the style `minor`.
    package func labels(width: Double = 1) -> [PlotFrame.Label] {
        guard first != last else { return [PlotFrame.Label(text: form(first), share: 0.5, anchor: "middle")] }
        let thirds = [span + 1, 2 * span + 1].compactMap { first.before(-($0 / 3)) }
        let choices = [firstsOfMonths, thirds, [first.before(-(span / 2))].compactMap(\.self)].map(spaced)
        let between = choices.first { $0.count > 1 } ?? choices.last
        return [PlotFrame.Label(text: form(first), share: 0, anchor: "start")]
            + (between ?? []).map {
                PlotFrame.Label(
                    text: form($0), share: share(of: $0), anchor: "middle", style: width < 1 ? "minor" : "")
            } + [PlotFrame.Label(text: form(last), share: 1, anchor: "end")]
    }

    /// Returns those days that are far enough from the ends and from the day before to be labelled.
    private func spaced(_ days: [Day]) -> [Day] {
        let room = isLong ? (atEnds: 0.34, between: 0.25) : (atEnds: 0.28, between: 0.2)
        var kept: [Day] = []
        for day in days where share(of: day) >= room.atEnds && share(of: day) <= 1 - room.atEnds {
            if kept.last.map({ share(of: day) - share(of: $0) >= room.between }) ?? true { kept.append(day) }
        }
        return kept
    }

    /// Whether a day and month appear twice.
    private var isLong: Bool { span > 365 }

    private func form(_ day: Day) -> String { isLong ? day.monthText : day.shortText }

    private var firstsOfMonths: [Day] {
        (first.year...last.year).flatMap { year in (1...12).compactMap { Day(year: year, month: $0, day: 1) } }
            .filter { first < $0 && $0 < last }
    }
}
