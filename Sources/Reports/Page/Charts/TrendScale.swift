/// The axes of a plot of rates by day: days horizontally, percent vertically. Coordinates are in units of the view box
/// of `PlotFrame`.
struct TrendScale {
    let days: DayAxis
    /// The unit of the vertical axis in percentage points: 10, or 5, 2 or 1 if all rates are small.
    let unit: Int
    /// The lower and upper end of the vertical axis, in multiples of `unit`.
    let (bottom, top): (Int, Int)

    /// Creates the smallest scale that contains all intervals, ends at whole units, and spans at least two units.
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

    /// Creates a common scale for several groups of days that contains `target` too; nil if no day has a rate to show.
    init?(of groups: [[TrendPlot.Point]], target: Double? = nil) {
        let points = groups.flatMap(\.self)
        let shown = points.compactMap(\.rate.shown)
        guard !shown.isEmpty, let first = points.map(\.day).min(), let last = points.map(\.day).max() else {
            return nil
        }
        let aim = target.map { Rate(value: $0, low: $0, high: $0) }
        self.init(days: DayAxis(first: first, last: last), shown: shown + [aim].compactMap(\.self))
    }

    /// Returns the horizontal position of a day.
    func x(_ day: Day) -> Int { days.x(day) }

    /// Returns the vertical position of a rate, from 0 at the top to 1 at the bottom.
    func depth(_ fraction: Double) -> Double {
        1 - (fraction * 100 / Double(unit) - Double(bottom)) / Double(top - bottom)
    }

    /// Returns the vertical position of a rate in units of the view box.
    func y(_ fraction: Double) -> Int { PlotFrame.y(depth(fraction)) }

    /// The horizontal grid lines, at most six.
    var levels: [PlotFrame.Level] {
        stride(from: bottom, through: top, by: top - bottom > 5 ? 2 : 1).map {
            PlotFrame.Level(depth: depth(Double($0 * unit) / 100), text: "\($0 * unit)%")
        }
    }

    /// The ends of the vertical axis, for example `40% to 70%`.
    var ends: String { "\(bottom * unit)% to \(top * unit)%" }
}
