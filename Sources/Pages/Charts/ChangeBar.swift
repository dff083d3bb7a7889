/// A change as a dot with its interval around 0, in a table cell. Hidden from screen readers, because the cell beside
/// it has the numbers.
enum ChangeBar {
    /// Returns the drawing on a scale from −`span` to +`span` points; only the line at 0 if there is no change to show.
    static func markup(_ verdict: Verdict?, span: Int) -> SafeHTML {
        let zero = SafeHTML.element("path", ["class": "zero", "d": "M500 -4V20"])
        guard let verdict, let change = verdict.difference else { return drawing([lines([zero])]) }
        let place = { (points: Double) in min(max(0.5 + points * 50 / Double(span), 0), 1) }
        let ends = [change.low, change.high].map { Int((place($0) * 1000).rounded()) }
        let style = verdict.isClear ? "clear" : "unclear"
        return drawing([
            lines([zero, .element("path", ["class": "whisker \(style)", "d": "M\(ends[0]) 8H\(ends[1])"])]),
            .element(
                "circle",
                ["class": "point \(style)", "cx": Bars.position(place(change.value)), "cy": "8", "r": "4"]),
        ])
    }

    /// Returns the scale above a column of changes.
    static func scale(_ span: Int) -> SafeHTML {
        let labels = [("0%", "start", "\u{2212}\(span)"), ("50%", "middle", "0"), ("100%", "end", "+\(span) pts")]
        return .element(
            "svg", ["class": "scale", "aria-hidden": "true"],
            labels.map { x, anchor, text in
                .element("text", ["class": "major", "x": x, "y": "12", "text-anchor": anchor], [.text(text)])
            })
    }

    private static func drawing(_ children: [SafeHTML]) -> SafeHTML {
        .element("svg", ["class": "bar", "aria-hidden": "true"], children)
    }

    private static func lines(_ children: [SafeHTML]) -> SafeHTML {
        .element("svg", ["viewBox": "0 0 1000 16", "preserveAspectRatio": "none"], children)
    }
}
