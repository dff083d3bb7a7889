/// A plot of a rate by day or by week: a line with a band for its interval. Days that can still change have a dotted line and, in
/// a plot without tints, a tinted background.
struct TrendPlot {
    /// A day, or the last day of a week, and its rate; a rate that is not shown leaves a gap. `isOpen`: whether the rate can still change.
    struct Point {
        let day: Day
        let rate: ShownRate
        var isOpen = false
    }

    /// A range of days on a tinted background, with a label.
    struct Tint {
        let from: Day
        let to: Day
        let label: String
        /// The CSS class.
        let style: String
    }

    /// The ranges that are compared; those outside the plot are left out.
    var tints: [Tint] = []
    /// What happened on days of the plot.
    var marks = PlotMarks()
    /// The rate to reach; nil for none.
    private var target: Double?
    private let scale: TrendScale
    private let paths: TrendPaths
    private let openDays: [Day]
    /// The height relative to the usual one.
    private let height: Double
    /// The lines of other groups, drawn behind its own on the same scale.
    private let others: [TrendPaths]
    /// The name of its own line, then those of the others; empty if the lines have no names.
    private let names: [String]

    /// Creates a single plot of points that ascend, `step` days apart; nil if none has a rate to show.
    init?(_ days: [Point], step: Int, target: Double? = nil) {
        guard let scale = TrendScale(of: [days], step: step, target: target) else { return nil }
        self.init(days, on: scale, others: [], height: 1)
        self.target = target
    }

    /// Creates one of several plots that share a scale. The days of each line ascend. `names` starts with its own.
    init(_ days: [Point], on scale: TrendScale, others: [[Point]], names: [String] = [], height: Double = 0.75) {
        let paths = { (days: [Point]) in
            TrendPaths(
                points: days.compactMap { day in
                    day.rate.shown.map { TrendPaths.Point(day: day.day, rate: $0, isOpen: day.isOpen) }
                }, scale: scale)
        }
        (self.scale, self.height, self.names) = (scale, height, names)
        self.paths = paths(days)
        self.others = others.map(paths)
        openDays = days.filter(\.isOpen).map(\.day)
    }

    /// The ends of the vertical axis, for example `40% to 70%`.
    var axis: String { scale.ends }

    /// A sentence that names the marks; empty if there are none.
    var markSentence: String { marks.sentence(on: scale.days) }

    /// Returns the plot. `id` must be unique on the page.
    func svg(id: String, title: String, description: String) -> SafeHTML {
        let drawn: [(style: StaticString, path: String)] = [
            ("band", paths.band), ("lone", paths.loneIntervals), ("line", paths.settled), ("line open", paths.open),
            ("dot", paths.dots),
        ]
        let open = shownTints.isEmpty ? openLabel : []
        let frame = PlotFrame(
            scale: height, levels: scale.levels,
            labels: scale.days.labels(width: names.isEmpty ? 1 : Self.narrowed), ends: ends,
            above: open + (names.isEmpty ? marks.labels(on: scale.days, beside: open) : []), inside: tintLabels,
            target: target.map { PlotFrame.Level(depth: scale.depth($0), text: "target \(PageFormat.target($0))") },
            edges: scale.days.edges())
        let shapes = (ghosts + drawn).filter { !$0.path.isEmpty }
            .map { SafeHTML.element("path", ["class": "\($0.style)", "d": $0.path]) }
        return frame.svg(
            id: id, title: title, description: description, marks.lines(on: scale.days) + shapes,
            ground: shownTints.isEmpty ? openAreas : shownTints.map { area($0.from, $0.to, style: $0.style) })
    }

    /// The tints that begin in the plot.
    private var shownTints: [Tint] { tints.filter { $0.from >= scale.days.first && $0.from <= scale.days.last } }

    private var tintLabels: [PlotFrame.Label] {
        shownTints.map { tint in
            let middle = (scale.days.share(of: tint.from) + scale.days.share(of: min(tint.to, scale.days.last))) / 2
            return PlotFrame.Label(text: tint.label, share: middle, anchor: "middle", style: "\(tint.style)-label")
        }
    }

    /// The background of a range of days, from half a point before the first to half a point after the last.
    private func area(_ first: Day, _ last: Day, style: String) -> SafeHTML {
        let half = scale.days.half
        let start = max(Double(scale.x(first)) - half, 0)
        let end = min(Double(scale.x(min(last, scale.days.last))) + half, Double(PlotFrame.width))
        return .element(
            "rect",
            [
                "class": style, "x": "\(Int(start))", "width": "\(Int(end) - Int(start))",
                "height": "\(PlotFrame.height)",
            ])
    }

    /// The width of the plot on a phone, relative to the full width, if names are beside it.
    private static let narrowed = 0.7

    /// The names at the right ends of the lines; lines without an end have none.
    private var ends: [EndLabels.Label] {
        zip(names, [paths.end] + others.map(\.wholeEnd)).enumerated().compactMap { index, line in
            line.1.map { EndLabels.Label(text: line.0, depth: $0, isOwn: index == 0) }
        }
    }

    /// The grey lines of the other groups.
    private var ghosts: [(style: StaticString, path: String)] { others.map { (style: "ghost", path: $0.whole) } }

    /// The tinted background of the days that can still change.
    private var openAreas: [SafeHTML] {
        openRuns.map { area($0.first, $0.last, style: "open-days") }
    }

    /// The first and last day of each run of consecutive days that can still change.
    private var openRuns: [(first: Day, last: Day)] {
        openDays.reduce(into: []) { runs, day in
            if let last = runs.last?.last, scale.days.isNext(last, day) {
                runs[runs.count - 1].last = day
            } else {
                runs.append((day, day))
            }
        }
    }

    /// The words above the last of these runs.
    private var openLabel: [PlotFrame.Label] {
        guard let last = openRuns.last else { return [] }
        let end = scale.days.share(of: last.last)
        return [
            PlotFrame.Label(
                text: "can still change", share: end, anchor: end < 0.25 ? "start" : "end", style: "open-label")
        ]
    }
}
