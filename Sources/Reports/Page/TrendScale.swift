/// The axes of a trend: days across, per cent upwards, both in units of the plot's view box.
struct TrendScale {
    /// The plot's view box: `0 0 width height`.
    static let (width, height) = (2000, 1000)

    let first: Day
    let last: Day
    /// The lower and upper end of the vertical axis, in tens of per cent.
    let (bottom, top): (Int, Int)

    /// A scale that holds every shown interval, ends at round tens, and spans at least twenty points.
    init(days: [OptInDay], shown: [Rate]) {
        (first, last) = (days[0].day, days[days.count - 1].day)
        let low = shown.map(\.low).min() ?? 0
        let high = shown.map(\.high).max() ?? 1
        var bottom = min(max(Int((low * 10).rounded(.down)), 0), 9)
        var top = max(min(Int((high * 10).rounded(.up)), 10), 1)
        if top - bottom < 2 { top = min(top + 1, 10) }
        if top - bottom < 2 { bottom = max(bottom - 1, 0) }
        (self.bottom, self.top) = (bottom, top)
    }

    private var span: Int { max(last.number - first.number, 1) }

    /// Where a day lies across, 0…1; a lone day in the middle.
    func share(of day: Day) -> Double {
        first == last ? 0.5 : Double(day.number - first.number) / Double(span)
    }

    /// Where a day lies across.
    func x(_ day: Day) -> Int { Int((share(of: day) * Double(Self.width)).rounded()) }

    /// How far down a fraction lies, 0…1.
    func depth(_ fraction: Double) -> Double { 1 - (fraction * 10 - Double(bottom)) / Double(top - bottom) }

    /// How far down a fraction lies.
    func y(_ fraction: Double) -> Int { Int((min(max(depth(fraction), 0), 1) * Double(Self.height)).rounded()) }

    /// The tens of per cent that carry a line: at most six of them.
    var ticks: [Int] {
        let step = top - bottom > 5 ? 2 : 1
        return Array(stride(from: bottom, through: top, by: step))
    }
}

extension TrendScale {
    /// A day named below the plot.
    struct Label: Equatable {
        let text: String
        let share: Double
        let anchor: String
    }

    /// The ends, and firsts of months between them where there is room; with years where there are two.
    var labels: [Label] {
        guard first != last else { return [Label(text: form(first), share: 0.5, anchor: "middle")] }
        let room = first.year == last.year ? 0.2 : 0.3
        var between: [Label] = []
        for day in firstsOfMonths where share(of: day) <= 1 - room {
            let share = share(of: day)
            if share >= (between.last?.share ?? 0) + room {
                between.append(Label(text: form(day), share: share, anchor: "middle"))
            }
        }
        return [Label(text: form(first), share: 0, anchor: "start")] + between
            + [Label(text: form(last), share: 1, anchor: "end")]
    }

    private func form(_ day: Day) -> String { first.year == last.year ? day.shortText : day.text }

    private var firstsOfMonths: [Day] {
        (first.year...last.year).flatMap { year in (1...12).compactMap { Day(year: year, month: $0, day: 1) } }
            .filter { first < $0 && $0 < last }
    }
}
