/// Days across, in units of a plot's view box.
package struct DayAxis: Equatable {
    let first: Day
    let last: Day

    /// From the first to the last day, both inclusive.
    package init(first: Day, last: Day) { (self.first, self.last) = (first, last) }

    private var span: Int { max(last.number - first.number, 1) }

    /// Where a day lies across, 0…1; a lone day in the middle.
    func share(of day: Day) -> Double {
        first == last ? 0.5 : Double(day.number - first.number) / Double(span)
    }

    /// Where a day lies across.
    func x(_ day: Day) -> Int { Int((share(of: day) * Double(PlotFrame.width)).rounded()) }
}

extension DayAxis {
    /// The times at the ends: where days are columns, or there is one alone, half a day lies beyond them.
    func edges(ofColumns: Bool = false) -> PlotFrame.Edges {
        guard ofColumns || first == last else {
            return PlotFrame.Edges(from: "\(first)T00:00", to: "\(last)T00:00")
        }
        return PlotFrame.Edges(from: "\(first.before(1) ?? first)T12:00", to: "\(last)T12:00")
    }

    /// The ends, and firsts of months between them where there is room; with years where there are two, between the ends
    /// only where a month comes twice. `width` is that of the plot, in parts of the usual one.
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

    /// What a label needs up to those of the ends and up to the one before, in parts of the narrowest plot, 240 px.
    private var room: (atEnds: Double, between: Double) {
        if first.year == last.year { return (0.28, 0.2) }
        return isMonthUnique ? (0.39, 0.2) : (0.47, 0.33)
    }

    private var isMonthUnique: Bool { span <= 365 }

    private func form(_ day: Day) -> String { first.year == last.year ? day.shortText : day.text }

    private var firstsOfMonths: [Day] {
        (first.year...last.year).flatMap { year in (1...12).compactMap { Day(year: year, month: $0, day: 1) } }
            .filter { first < $0 && $0 < last }
    }
}
