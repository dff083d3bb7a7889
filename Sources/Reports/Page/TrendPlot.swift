/// The drawing of a trend: geometry in a view box that stretches with the page, text at percentages of the width.
struct TrendPlot {
    private static let (top, height, bottom) = (24, 200, 24)

    private let scale: TrendScale
    private let paths: TrendPaths
    private let openDays: [Day]

    /// A plot of the days, ascending, or nil where no day has a rate to show.
    init?(days: [OptInDay], usual: Rate?) {
        let points = days.compactMap { day in
            ShownRate(day.pooledRate, base: day.pooledBase, usual: usual).shown.map {
                TrendPaths.Point(day: day.day, rate: $0, isOpen: day.isOpen)
            }
        }
        guard !points.isEmpty else { return nil }
        scale = TrendScale(days: days, shown: points.map(\.rate))
        paths = TrendPaths(points: points, scale: scale)
        openDays = days.filter(\.isOpen).map(\.day)
    }

    /// `40 % to 70 %`: the ends of the vertical axis.
    var axis: String {
        "\(PageFormat.percent(Double(scale.bottom) / 10)) to \(PageFormat.percent(Double(scale.top) / 10))"
            .replacing(".0", with: "")
    }

    /// The plot; `id` is unique on the page.
    func svg(id: String, title: String, description: String) -> SafeHTML {
        .element(
            "svg",
            [
                "class": "trend", "role": "img", "aria-labelledby": "\(id)-title \(id)-desc",
                "height": "\(Self.top + Self.height + Self.bottom)",
            ],
            [
                .element("title", ["id": "\(id)-title"], [.text(title)]),
                .element("desc", ["id": "\(id)-desc"], [.text(description)]),
                geometry,
            ] + levels + dates + openLabel)
    }

    private var geometry: SafeHTML {
        let drawn: [(style: StaticString, path: String)] = [
            ("band", paths.band), ("lone", paths.loneIntervals), ("line", paths.settled), ("line open", paths.open),
        ]
        return .element(
            "svg",
            [
                "y": "\(Self.top)", "width": "100%", "height": "\(Self.height)", "preserveAspectRatio": "none",
                "viewBox": "0 0 \(TrendScale.width) \(TrendScale.height)",
            ],
            openAreas + [.element("path", ["class": "grid", "d": grid])]
                + drawn.filter { !$0.path.isEmpty }.map { .element("path", ["class": "\($0.style)", "d": $0.path]) })
    }

    private var grid: String {
        scale.ticks.map { "M0 \(scale.y(Double($0) / 10))H\(TrendScale.width)" }.joined()
    }

    /// A ground under the days that can still change, from half a day before to half a day after.
    private var openAreas: [SafeHTML] {
        openRuns.map { run in
            let half = Double(TrendScale.width) / Double(max(scale.last.number - scale.first.number, 1)) / 2
            let start = max(Double(scale.x(run.first)) - half, 0)
            let end = min(Double(scale.x(run.last)) + half, Double(TrendScale.width))
            return .element(
                "rect",
                [
                    "class": "open-days", "x": "\(Int(start))", "width": "\(Int(end) - Int(start))",
                    "height": "\(TrendScale.height)",
                ])
        }
    }

    private var openRuns: [(first: Day, last: Day)] {
        openDays.reduce(into: []) { runs, day in
            if let last = runs.last?.last, day.number == last.number + 1 {
                runs[runs.count - 1].last = day
            } else {
                runs.append((day, day))
            }
        }
    }

    private var openLabel: [SafeHTML] {
        guard let last = openRuns.last else { return [] }
        let end = scale.share(of: last.last)
        return [
            .element(
                "text",
                [
                    "class": "open-label", "x": Bars.position(end), "y": "\(Self.top - 8)",
                    "text-anchor": end < 0.25 ? "start" : "end",
                ], [.text("can still change")])
        ]
    }

    private var levels: [SafeHTML] {
        scale.ticks.map { tick in
            let y = Double(Self.top) + scale.depth(Double(tick) / 10) * Double(Self.height) + 4
            return .element(
                "text", ["class": "level", "x": "-8", "y": "\(Int(y.rounded()))", "text-anchor": "end"],
                [.text("\(tick * 10)\u{202F}%")])
        }
    }

    private var dates: [SafeHTML] {
        scale.labels.map { label in
            .element(
                "text",
                [
                    "x": Bars.position(label.share), "y": "\(Self.top + Self.height + 18)",
                    "text-anchor": label.anchor,
                ], [.text(label.text)])
        }
    }
}
