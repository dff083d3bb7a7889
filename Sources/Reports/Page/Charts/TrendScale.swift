/// The axes of a trend: days across, per cent upwards, both in units of the plot's view box.
struct TrendScale {
    let days: DayAxis
    /// The distance of lines in per cent: 10, and less where all rates are small.
    let unit: Int
    /// The lower and upper end of the vertical axis, in units.
    let (bottom, top): (Int, Int)

    /// A scale that holds every shown interval, ends at round units, and spans at least two of them.
    init(days: DayAxis, shown: [Rate]) {
        self.days = days
        let low = shown.map(\.low).min() ?? 0
        let high = shown.map(\.high).max() ?? 1
        let unit = high > 0.25 ? 10 : high > 0.1 ? 5 : high > 0.04 ? 2 : 1
        let units = 100 / unit
        var bottom = min(max(Int((low * Double(units)).rounded(.down)), 0), units - 1)
        var top = max(min(Int((high * Double(units)).rounded(.up)), units), 1)
        if top - bottom < 2 { top = min(top + 1, units) }
        if top - bottom < 2 { bottom = max(bottom - 1, 0) }
        (self.unit, self.bottom, self.top) = (unit, bottom, top)
    }

    /// The scale of groups of days, nil where none of them has a rate to show.
    init?(of groups: [[TrendPlot.Point]]) {
        let points = groups.flatMap(\.self)
        let shown = points.compactMap(\.rate.shown)
        guard !shown.isEmpty, let first = points.map(\.day).min(), let last = points.map(\.day).max() else {
            return nil
        }
        self.init(days: DayAxis(first: first, last: last), shown: shown)
    }

    /// Where a day lies across.
    func x(_ day: Day) -> Int { days.x(day) }

    /// How far down a fraction lies, 0…1.
    func depth(_ fraction: Double) -> Double {
        1 - (fraction * 100 / Double(unit) - Double(bottom)) / Double(top - bottom)
    }

    /// How far down a fraction lies.
    func y(_ fraction: Double) -> Int { PlotFrame.y(depth(fraction)) }

    /// The lines, at most six.
    var levels: [PlotFrame.Level] {
        stride(from: bottom, through: top, by: top - bottom > 5 ? 2 : 1).map {
            PlotFrame.Level(depth: depth(Double($0 * unit) / 100), text: "\($0 * unit)\u{202F}%")
        }
    }

    /// `40 % to 70 %`: the ends of the vertical axis.
    var ends: String { "\(bottom * unit)\u{202F}% to \(top * unit)\u{202F}%" }
}
