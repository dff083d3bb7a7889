/// The geometry of a trend as SVG paths. Days without a shown rate, and missing days, leave gaps.
struct TrendPaths {
    /// A day whose rate is drawn.
    struct Point {
        let day: Day
        let rate: Rate
        let isOpen: Bool
    }

    let scale: TrendScale
    /// Points of consecutive days.
    private let runs: [[Point]]

    /// The paths through points in the order of their days.
    init(points: [Point], scale: TrendScale) {
        self.scale = scale
        var runs: [[Point]] = []
        for point in points {
            if let last = runs.last?.last, point.day.number == last.day.number + 1 {
                runs[runs.count - 1].append(point)
            } else {
                runs.append([point])
            }
        }
        self.runs = runs
    }

    /// The area between the bounds of the intervals, for runs of two days and more.
    var band: String {
        runs.filter { $0.count > 1 }.map { run in
            let upper = run.map { ($0.day, $0.rate.high) }
            let lower = run.reversed().map { ($0.day, $0.rate.low) }
            return line(upper + lower) + "Z"
        }.joined()
    }

    /// The interval of each lone day, as an upright line.
    var loneIntervals: String {
        runs.filter { $0.count == 1 }.map {
            "M\(scale.x($0[0].day)) \(scale.y($0[0].rate.low))V\(scale.y($0[0].rate.high))"
        }
        .joined()
    }

    /// The rate of each lone day, as a dot.
    var dots: String {
        runs.filter { $0.count == 1 }.map { "M\(scale.x($0[0].day)) \(scale.y($0[0].rate.value))h0" }.joined()
    }

    /// The rate of days that can't change any more.
    var settled: String {
        lines { !$0.isOpen }
    }

    /// The rate of days that can still change, from the last settled day on.
    var open: String {
        lines { $0.isOpen }
    }

    /// The rate of all days, settled or not.
    var whole: String {
        lines { _ in true }
    }

    /// How far down the last day lies, 0…1; nil where there is no day.
    var end: Double? { runs.last.flatMap(depth) }

    /// How far down the line of all days ends, which lone days are not on.
    var wholeEnd: Double? { runs.last { $0.count > 1 }.flatMap(depth) }

    private func depth(of run: [Point]) -> Double? { run.last.map { scale.depth($0.rate.value) } }

    private func lines(where isIn: (Point) -> Bool) -> String {
        runs.filter { $0.count > 1 }.flatMap { pieces(of: $0, where: isIn) }.joined()
    }

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
