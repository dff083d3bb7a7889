/// Bars of tables: `svg` as wide as its cell, in per cent, so that one drawing fits every width. The cells beside them
/// hold the numbers, so bars are hidden from readers of the text.
enum Bars {
    private static let height = 16

    /// The answers of a cell on a scale of 0 to 100 % of those whose answer is settled: allowed, denied, no answer, and
    /// the whisker of the grant rate's interval. Too few people get an empty track, an empty base nothing.
    static func answers(_ cell: OptInCell?, rate: ShownRate) -> SafeHTML {
        guard let cell, cell.settled > 0 else { return bar([]) }
        guard let shown = rate.shown else { return bar([segment("too-few", 0, 1)]) }
        let whole = Double(cell.settled)
        let allowed = Double(cell.granted) / whole
        let denied = Double(cell.denied) / whole
        let noAnswer = Double(cell.undecided) / whole
        let segments = [
            ("no-answer", allowed + denied, noAnswer), ("denied", allowed, denied), ("allowed", 0, allowed),
        ]
        return bar(segments.filter { $0.2 > 0 }.map { segment($0.0, $0.1, $0.2) } + [whisker(shown)])
    }

    /// One step of the funnel on a track of the whole.
    static func step(_ part: Int, of whole: Int, style: String) -> SafeHTML {
        let share = whole > 0 ? Double(part) / Double(whole) : 0
        return bar([segment("track", 0, 1)] + (share > 0 ? [segment(style, 0, share)] : []))
    }

    /// The scale above bars of answers.
    static func scale() -> SafeHTML {
        let labels = [0, 25, 50, 75, 100].map { percent -> SafeHTML in
            let anchor = percent == 0 ? "start" : percent == 100 ? "end" : "middle"
            return .element(
                "text",
                [
                    "class": percent.isMultiple(of: 50) ? "major" : "minor", "x": "\(percent)%", "y": "12",
                    "text-anchor": anchor,
                ],
                [.text(percent == 100 ? "100\u{202F}%" : "\(percent)")])
        }
        return bar(labels, style: "scale")
    }

    /// The whisker of the legend.
    static func whiskerKey() -> SafeHTML {
        .element(
            "svg", ["class": "key", "width": "24", "height": "16", "aria-hidden": "true"],
            [whisker(Rate(value: 0.5, low: 0.1, high: 0.9))])
    }

    private static func bar(_ children: [SafeHTML], style: String = "bar") -> SafeHTML {
        .element("svg", ["class": style, "width": "100%", "height": "\(height)", "aria-hidden": "true"], children)
    }

    private static func segment(_ style: String, _ start: Double, _ width: Double) -> SafeHTML {
        .element(
            "rect", ["class": style, "x": position(start), "width": position(width), "height": "\(height)"])
    }

    /// Drawn twice, wide in the colour of the paper and then thin, so that it stands out on every segment.
    private static func whisker(_ rate: Rate) -> SafeHTML {
        let (low, high) = (position(rate.low), position(rate.high))
        let lines: [SafeHTML] = [
            .element("line", ["x1": low, "x2": high, "y1": "8", "y2": "8"]),
            .element("line", ["x1": low, "x2": low, "y1": "5", "y2": "11"]),
            .element("line", ["x1": high, "x2": high, "y1": "5", "y2": "11"]),
        ]
        return .joined([.element("g", ["class": "halo"], lines), .element("g", ["class": "whisker"], lines)])
    }

    /// A fraction as a percentage with at most two decimals.
    static func position(_ fraction: Double) -> String {
        let hundredths = Int((min(max(fraction, 0), 1) * 10_000).rounded())
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return "\(whole)%" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
    }
}
