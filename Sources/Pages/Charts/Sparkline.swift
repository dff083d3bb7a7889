/// A line without axes beside a number. Hidden from screen readers, because a chart of the same page has its values.
enum Sparkline {
    /// The most points of a line, which is 80 px wide.
    private static let most = 45

    /// Returns the line through these values, or of many through every second, third … up to the last, at equal horizontal
    /// distances and scaled to fill the height. A nil value leaves a gap. Nil if fewer than two values are there.
    static func markup(_ all: [Double?]) -> SafeHTML? {
        let step = max((all.count + most - 1) / most, 1)
        let values = all.reversed().enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element).reversed()
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
