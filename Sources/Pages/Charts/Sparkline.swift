/// A line without axes beside a number. Hidden from screen readers, because a chart of the same page has its values.
enum Sparkline {
    /// Returns the line through these values, at equal horizontal distances and scaled to fill the height. A nil value
    /// leaves a gap. Nil if fewer than two values are there.
    static func markup(_ values: [Double?]) -> SafeHTML? {
        let known = values.compactMap(\.self)
        guard known.count > 1, let low = known.min(), let high = known.max() else { return nil }
        let y = { (value: Double) in
            high > low ? Int((22 - 20 * (value - low) / (high - low)).rounded()) : 12
        }
        var path = ""
        var isDrawing = false
        for (index, value) in values.enumerated() {
            guard let value else {
                isDrawing = false
                continue
            }
            path += "\(isDrawing ? "L" : "M")\(index * 1000 / max(values.count - 1, 1)) \(y(value))"
            isDrawing = true
        }
        return .element(
            "svg",
            [
                "class": "spark", "width": "80", "height": "24", "viewBox": "0 0 1000 24",
                "preserveAspectRatio": "none", "aria-hidden": "true",
            ], [.element("path", ["class": "line", "d": path])])
    }
}
