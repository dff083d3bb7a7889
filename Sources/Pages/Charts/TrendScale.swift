/// The axes of a plot of rates by day: days horizontally, percent vertically. Coordinates are in units of the view box
/// of `PlotFrame`.
struct TrendScale {
    let days: DayAxis
    /// The unit of the vertical axis in percentage points: 10, 5, 2 or 1.
    let unit: Int
    /// The lower and upper end of the vertical axis, in multiples of `unit`.
    let (bottom, top): (Int, Int)

    /// Creates the smallest scale that contains all intervals and ends at whole units. The unit is the largest of which
    /// it has three, so that the axis has at least four labels.
    init(days: DayAxis, shown: [Rate]) {
        self.days = days
        let low = shown.map(\.low).min() ?? 0
        let high = shown.map(\.high).max() ?? 1
        let ends = { (unit: Int) -> (bottom: Int, top: Int) in
            let units = 100 / unit
            return (
                min(max(Int((low * Double(units)).rounded(.down)), 0), units - 1),
                max(min(Int((high * Double(units)).rounded(.up)), units), 1)
            )
        }
        unit = [10, 5, 2].first { ends($0).top - ends($0).bottom >= 3 } ?? 1
        var (bottom, top) = ends(unit)
        top = min(max(top, bottom + 3), 100 / unit)
        bottom = max(min(bottom, top - 3), 0)
        (self.bottom, self.top) = (bottom, top)
    }

    /// Creates a common scale for several groups of points, `step` days apart, that contains `target` too; nil if none
    /// has a rate to show.
    init?(of groups: [[TrendPlot.Point]], step: Int, target: Double? = nil) {
        let points = groups.flatMap(\.self)
        let shown = points.compactMap(\.rate.shown)
        guard !shown.isEmpty, let first = points.map(\.day).min(), let last = points.map(\.day).max() else {
            return nil
        }
        let aim = target.map { Rate(value: $0, low: $0, high: $0) }
        self.init(
            days: DayAxis(first: first, last: last, step: step), shown: shown + [aim].compactMap(\.self))
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
