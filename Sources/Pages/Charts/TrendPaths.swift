/// The SVG paths of a rate by day. Days that are missing or have no rate to show leave gaps.
struct TrendPaths {
    /// A day with its rate; `isOpen` if the rate can still change.
    struct Point {
        let day: Day
        let rate: Rate
        let isOpen: Bool
    }

    let scale: TrendScale
    /// The points, split into runs of consecutive days.
    private let runs: [[Point]]

    /// Creates the paths through points that ascend by day.
    init(points: [Point], scale: TrendScale) {
        self.scale = scale
        var runs: [[Point]] = []
        for point in points {
            if let last = runs.last?.last, scale.days.isNext(last.day, point.day) {
                runs[runs.count - 1].append(point)
            } else {
                runs.append([point])
            }
        }
        self.runs = runs
    }

    /// The area between the interval bounds, for runs of two or more days.
    var band: String {
        runs.filter { $0.count > 1 }.map { run in
            let upper = run.map { ($0.day, $0.rate.high) }
            let lower = run.reversed().map { ($0.day, $0.rate.low) }
            return line(upper + lower) + "Z"
        }.joined()
    }

    /// The interval of each run of one day, as a vertical line.
    var loneIntervals: String {
        runs.filter { $0.count == 1 }.map {
            "M\(scale.x($0[0].day)) \(scale.y($0[0].rate.low))V\(scale.y($0[0].rate.high))"
        }
        .joined()
    }

    /// The rate of each run of one day, as a dot.
    var dots: String {
        runs.filter { $0.count == 1 }.map { "M\(scale.x($0[0].day)) \(scale.y($0[0].rate.value))h0" }.joined()
    }

    /// The line through days that can't change any more.
    var settled: String {
        lines { !$0.isOpen }
    }

    /// The line through days that can still change. It starts at the settled day before them, so that it joins
    /// `settled`.
    var open: String {
        lines { $0.isOpen }
    }

    /// The line through all days, settled or not.
    var whole: String {
        lines { _ in true }
    }

    /// The vertical position of the last day, from 0 at the top to 1 at the bottom; nil if there are no days.
    var end: Double? { runs.last.flatMap(depth) }

    /// The vertical position at which `whole` ends. That path leaves out runs of one day.
    var wholeEnd: Double? { runs.last { $0.count > 1 }.flatMap(depth) }

    private func depth(of run: [Point]) -> Double? { run.last.map { scale.depth($0.rate.value) } }

    private func lines(where isIn: (Point) -> Bool) -> String {
        runs.filter { $0.count > 1 }.flatMap { pieces(of: $0, where: isIn) }.joined()
    }

    /// Splits a run into pieces of consecutive points for which `isIn` is true.
    private func pieces(of run: [Point], where isIn: (Point) -> Bool) -> [String] {
        var pieces: [[Point]] = []
        for (index, point) in run.enumerated() where isIn(point) {
            if index > 0, isIn(run[index - 1]) {
                pieces[pieces.count - 1].append(point)
            } else {
                pieces.append(index > 0 && point.isOpen ? [run[index - 1], point] : [point])
            }
        }
        return pieces.map { line($0.map { ($0.day, $0.rate.value) }) }
    }

    private func line(_ places: [(Day, Double)]) -> String {
        "M" + places.map { "\(scale.x($0.0)) \(scale.y($0.1))" }.joined(separator: "L")
    }
}
