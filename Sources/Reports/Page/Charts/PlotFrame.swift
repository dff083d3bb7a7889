/// The frame of a plot: geometry in a view box that stretches with the page, text at percentages of the width.
package struct PlotFrame {
    /// The plot's view box: `0 0 width height`.
    static let (width, height) = (2000, 1000)
    private static let (top, pixels, bottom) = (24, 200, 24)

    /// A word below the plot, or one above it.
    package struct Label: Equatable {
        package let text: String
        package let share: Double
        package let anchor: String
        var style = ""
    }

    /// A line across, 0 at the top and 1 at the foot, and what it says.
    struct Level {
        let depth: Double
        let text: String
    }

    /// The times at its left and right end, such as `2026-04-30T12:00`: by them the script finds a day. A plot of
    /// anything else has none.
    struct Edges {
        var from = ""
        var to = ""
    }

    /// How high the drawing is, in parts of the usual height.
    var scale = 1.0
    let levels: [Level]
    let labels: [Label]
    /// The names of its lines where they end.
    var ends: [EndLabels.Label] = []
    var above: [Label] = []
    var edges = Edges()

    private var pixels: Int { Int(Double(Self.pixels) * scale) }

    /// The plot around its shapes, beside it the names of its lines where they have room; `id` is unique on the page.
    func svg(id: String, title: String, description: String, _ shapes: [SafeHTML], ground: [SafeHTML] = []) -> SafeHTML
    {
        let plot = drawing(id: id, title: title, description: description, shapes, ground)
        guard let names = EndLabels(ends, height: pixels) else { return plot }
        return .element("div", ["class": "ended"], [plot, names.column(below: Self.top)])
    }

    private func drawing(
        id: String, title: String, description: String, _ shapes: [SafeHTML], _ ground: [SafeHTML]
    ) -> SafeHTML {
        .element(
            "svg",
            [
                "class": "chart", "role": "img", "aria-labelledby": "\(id)-title \(id)-desc",
                "height": "\(Self.top + pixels + Self.bottom)", "data-from": edges.from, "data-to": edges.to,
            ],
            [
                .element("title", ["id": "\(id)-title"], [.text(title)]),
                .element("desc", ["id": "\(id)-desc"], [.text(description)]),
                geometry(ground + [.element("path", ["class": "grid", "d": grid])] + shapes),
            ] + levels.map(text) + labels.map { text($0, y: Self.top + pixels + 18) }
                + above.map { text($0, y: Self.top - 8) })
    }

    private func geometry(_ shapes: [SafeHTML]) -> SafeHTML {
        .element(
            "svg",
            [
                "y": "\(Self.top)", "width": "100%", "height": "\(pixels)", "preserveAspectRatio": "none",
                "viewBox": "0 0 \(Self.width) \(Self.height)",
            ], shapes)
    }

    private var grid: String {
        levels.map { "M0 \(Self.y($0.depth))H\(Self.width)" }.joined()
    }

    /// A depth in units of the view box.
    static func y(_ depth: Double) -> Int { Int((min(max(depth, 0), 1) * Double(height)).rounded()) }

    private func text(_ level: Level) -> SafeHTML {
        let y = Double(Self.top) + level.depth * Double(pixels) + 4
        return .element(
            "text", ["class": "level", "x": "-8", "y": "\(Int(y.rounded()))", "text-anchor": "end"],
            [.text(level.text)])
    }

    private func text(_ label: Label, y: Int) -> SafeHTML {
        let place: KeyValuePairs<StaticString, String> = [
            "class": label.style.isEmpty ? "across" : label.style, "x": Bars.position(label.share), "y": "\(y)",
            "text-anchor": label.anchor,
        ]
        return .element("text", place, [.text(label.text)])
    }
}

/// Counts upwards from 0, or from so many below it, to a round number.
struct CountScale: Equatable {
    /// The distance of lines: 1, 2 or 5 times a power of ten.
    let step: Int
    /// How far it goes below 0.
    let bottom: Int
    let top: Int

    /// A scale for counts up to `highest` and, below the line of 0, down to `lowest`, with at most six lines or so.
    init(lowest: Int = 0, highest: Int) {
        let span = max(highest + lowest, 1)
        var step = 1
        while step * 5 < span {
            let digits = String(step)
            step = digits.hasPrefix("2") ? step / 2 * 5 : step * 2
        }
        self.step = step
        bottom = lowest
        top = max((highest + step - 1) / step * step, step)
    }

    /// How far down a count lies, 0…1.
    func depth(_ count: Int) -> Double { Double(top - count) / Double(top + bottom) }

    /// How far down a count lies, in units of the view box.
    func y(_ count: Int) -> Int { PlotFrame.y(depth(count)) }

    /// The lines; those below 0 say how many all the same.
    var levels: [PlotFrame.Level] {
        stride(from: -(bottom / step * step), through: top, by: step).map {
            PlotFrame.Level(depth: depth($0), text: PageFormat.count(abs($0)))
        }
    }
}
