/// The horizontal axis of a plot by day.
package struct DayAxis: Equatable {
    let first: Day
    let last: Day

    /// Creates an axis from the first to the last day, inclusive.
    package init(first: Day, last: Day) { (self.first, self.last) = (first, last) }

    /// The number of days between the ends, at least 1.
    private var span: Int { max(last.number - first.number, 1) }

    /// Returns the horizontal position of a day, 0…1; the middle if the axis has only one day.
    func share(of day: Day) -> Double {
        first == last ? 0.5 : Double(day.number - first.number) / Double(span)
    }

    /// Returns the horizontal position of a day in units of the view box of `PlotFrame`.
    func x(_ day: Day) -> Int { Int((share(of: day) * Double(PlotFrame.width)).rounded()) }
}

extension DayAxis {
    /// Returns the times at the ends. The point of a day is at its midnight (T00:00). If days are columns, or there is
    /// only one, the plot extends half a day beyond the first and last point.
    func edges(ofColumns: Bool = false) -> PlotFrame.Edges {
        guard ofColumns || first == last else {
            return PlotFrame.Edges(from: "\(first)T00:00", to: "\(last)T00:00")
        }
        return PlotFrame.Edges(from: "\(first.before(1) ?? first)T12:00", to: "\(last)T12:00")
    }

    /// Returns the labels: both ends and, where there is room, first days of months between them. If the ends are in
    /// different years, their labels have the year; those between have it only if the axis is longer than a year.
    /// `width` is the plot's width relative to the usual one.
    package func labels(width: Double = 1) -> [PlotFrame.Label] {
        guard first != last else { return [PlotFrame.Label(text: form(first), share: 0.5, anchor: "middle")] }
        let room = self.room
        var between: [PlotFrame.Label] = []
        for day in firstsOfMonths where share(of: day) <= 1 - room.atEnds / width {
            let share = share(of: day)
            if share >= (between.last.map { $0.share + room.between / width } ?? room.atEnds / width) {
                let text = isMonthUnique ? day.shortText : form(day)
                between.append(PlotFrame.Label(text: text, share: share, anchor: "middle"))
            }
        }
        return [PlotFrame.Label(text: form(first), share: 0, anchor: "start")] + between
            + [PlotFrame.Label(text: form(last), share: 1, anchor: "end")]
    }

    /// The distance that a label needs from the ends and from the label before, relative to the narrowest plot, 240 px.
    private var room: (atEnds: Double, between: Double) {
        if first.year == last.year { return (0.28, 0.2) }
        return isMonthUnique ? (0.39, 0.2) : (0.47, 0.33)
    }

    /// Whether no month appears twice, so that labels between the ends need no year.
    private var isMonthUnique: Bool { span <= 365 }

    private func form(_ day: Day) -> String { first.year == last.year ? day.shortText : day.text }

    private var firstsOfMonths: [Day] {
        (first.year...last.year).flatMap { year in (1...12).compactMap { Day(year: year, month: $0, day: 1) } }
            .filter { first < $0 && $0 < last }
    }
}
