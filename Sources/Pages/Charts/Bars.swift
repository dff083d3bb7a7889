/// Bars in table cells, as SVG. Positions are in percent of the cell's width, so a bar fits any width. Bars are hidden
/// from screen readers (`aria-hidden`), because the cells beside them contain the numbers.
enum Bars {
    /// Returns a stacked bar from 0 to 100%: the parts in this order, each with a CSS class and a count. If there are too
    /// few people, returns a bar marked so; without any people, an empty drawing.
    static func parts(_ parts: [(style: String, count: Int?)]) -> SafeHTML {
        let whole = parts.reduce(0) { $0 + ($1.count ?? 0) }
        guard whole > 0 else { return bar([]) }
        guard whole >= ShownRate.smallestBase else { return bar([segment("too-few", 0, 1)]) }
        var start = 0.0
        let segments = parts.map { style, count in
            let share = Double(count ?? 0) / Double(whole)
            defer { start += share }
            return (style: style, start: start, share: share)
        }
        // Segments have an outline in the background colour as a gap. Drawn from last to first, so that the outline
        // covers the start of the next segment.
        return bar(segments.reversed().filter { $0.share > 0 }.map { segment($0.style, $0.start, $0.share) })
    }

    /// Returns a bar for a rate on a scale from 0 to `top` (a fraction), with a whisker for its interval.
    static func rate(_ rate: ShownRate, style: String, top: Double) -> SafeHTML {
        switch rate {
        case .none: bar([])
        case .tooFew: bar([segment("too-few", 0, 1)])
        case .rate(let shown):
            bar((shown.value > 0 ? [segment(style, 0, shown.value / top)] : []) + [whisker(shown, of: top)])
        }
    }

    /// Returns a bar for a step of a funnel: `part`, on a track that shows `whole`.
    static func step(_ part: Int, of whole: Int, style: String) -> SafeHTML {
        let share = whole > 0 ? Double(part) / Double(whole) : 0
        return bar([segment("track", 0, 1)] + (share > 0 ? [segment(style, 0, share)] : []))
    }

    /// Returns the scale above a column of bars, from 0 to `top`, percent if nothing else is said.
    static func scale(top: Int = 100, unit: String = "%") -> SafeHTML {
        let labels = (0...4).map { quarter -> SafeHTML in
            let anchor = quarter == 0 ? "start" : quarter == 4 ? "end" : "middle"
            let percent = PageFormat.quarter(quarter, of: top)
            return .element(
                "text",
                [
                    "class": quarter.isMultiple(of: 2) ? "major" : "minor", "x": "\(quarter * 25)%", "y": "12",
                    "text-anchor": anchor,
                ],
                [.text(quarter == 4 ? "\(percent)\(unit)" : percent)])
        }
        return bar(labels, style: "scale")
    }

    /// Returns the smallest of 1, 2, 5, 10, 20, 50 and 100 percent that contains the intervals of all rates.
    static func top(of rates: [ShownRate]) -> Int {
        let highest = rates.compactMap(\.shown).map(\.high).max() ?? 1
        return [1, 2, 5, 10, 20, 50].first { highest <= Double($0) / 100 } ?? 100
    }

    private static func bar(_ children: [SafeHTML], style: String = "bar") -> SafeHTML {
        .element("svg", ["class": style, "aria-hidden": "true"], children)
    }

    private static func segment(_ style: String, _ start: Double, _ width: Double) -> SafeHTML {
        start > 0
            ? .element("rect", ["class": style, "x": position(start), "width": position(width)])
            : .element("rect", ["class": style, "width": position(width)])
    }

    /// Returns the whisker of an interval. The style sheet gives it an outline in the background colour, so that it stands
    /// out from every segment.
    private static func whisker(_ rate: Rate, of top: Double) -> SafeHTML {
        segment("whisker", rate.low / top, (min(rate.high, top) - rate.low) / top)
    }

    /// Returns a fraction as an SVG percentage with at most two decimals, for example `12.5%`.
    static func position(_ fraction: Double) -> String {
        let hundredths = Int((min(max(fraction, 0), 1) * 10_000).rounded())
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return "\(whole)%" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
    }
}

extension Figure.Key {
    /// A legend entry with a patch in the colour of a CSS class.
    static func patch(_ style: String, _ label: String) -> Figure.Key {
        Figure.Key(
            keyHTML: .element(
                "svg", ["class": "key", "width": "16", "height": "16", "aria-hidden": "true"],
                [.element("rect", ["class": style, "y": "2", "width": "13", "height": "12"])]), label: label)
    }

    /// A legend entry with a line and its band.
    static func line(_ style: String, _ label: String) -> Figure.Key {
        Figure.Key(
            keyHTML: .element(
                "svg", ["class": "key", "width": "24", "height": "16", "aria-hidden": "true"],
                [
                    .element("rect", ["class": "band \(style)", "y": "2", "width": "24", "height": "12"]),
                    .element("path", ["class": "line \(style)", "d": "M0 8H24"]),
                ]), label: label)
    }

    /// A legend entry with the whisker on a bar.
    static func whisker(_ label: String) -> Figure.Key {
        Figure.Key(
            keyHTML: .element(
                "svg", ["class": "key", "width": "24", "height": "16", "aria-hidden": "true"],
                [.element("path", ["class": "whisker", "d": "M2 8H22"])]), label: label)
    }
}
