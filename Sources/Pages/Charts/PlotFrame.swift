/// The SVG frame of a plot: grid, axis labels, title and description. Shapes are in a view box that stretches to the
/// width of the page. Texts are outside it, at percentages of the width, so that they don't stretch.
package struct PlotFrame {
    /// The size of the plot's view box.
    static let (width, height) = (2000, 1000)
    /// The heights in pixels of the space above the plot, the plot, and the space below it.
    private static let (top, pixels, bottom) = (24, 200, 24)

    /// A text below or above the plot. `share` is its horizontal position, 0…1; `anchor` the SVG `text-anchor`.
    package struct Label: Equatable {
        package let text: String
        package let share: Double
        package let anchor: String
        package var style = ""
    }

    /// A horizontal grid line at `depth`, from 0 at the top to 1 at the bottom, and its label.
    struct Level {
        let depth: Double
        let text: String
    }

    /// The times at the left and right end of the plot, for example `2026-04-30T12:00`. The script of the page uses
    /// them to find the day under the pointer. Empty if the plot is not by day.
    struct Edges {
        var from = ""
        var to = ""
        /// The distance of neighbouring points in days, by which the script finds the marks of a point.
        var step = 1
    }

    /// The height of the plot relative to the usual one.
    var scale = 1.0
    let levels: [Level]
    let labels: [Label]
    /// The names of the lines, shown where they end.
    var ends: [EndLabels.Label] = []
    var above: [Label] = []
    /// Texts at the bottom of the plot, inside it.
    var inside: [Label] = []
    /// The target: a dashed line with its name.
    var target: Level?
    var edges = Edges()

    private var pixels: Int { Int(Double(Self.pixels) * scale) }

    /// Returns the plot with its shapes and, if they fit, the names of its lines beside it. `ground` is drawn behind
    /// the grid. `id` must be unique on the page.
    func svg(id: String, title: String, description: String, _ shapes: [SafeHTML], ground: [SafeHTML] = []) -> SafeHTML
    {
        let plot = drawing(id: id, title: title, description: description, shapes, ground)
        guard let names = EndLabels(ends, height: pixels) else { return plot }
        return .element("div", ["class": "ended"], [plot, names.column(below: Self.top)])
    }

    private func drawing(
        id: String, title: String, description: String, _ shapes: [SafeHTML], _ ground: [SafeHTML]
    ) -> SafeHTML {
        let across = labels.map { text($0, y: Self.top + pixels + 18) } + above.map { text($0, y: Self.top - 8) }
        let texts = targetName + levels.map { text($0) } + across + inside.map { text($0, y: Self.top + pixels - 8) }
        return .element(
            "svg",
            [
                "class": "chart", "role": "img", "aria-labelledby": "\(id)-title \(id)-desc",
                "height": "\(Self.top + pixels + Self.bottom)",
                "data-step": edges.step > 1 ? "\(edges.step)" : nil, "data-from": edges.from, "data-to": edges.to,
            ],
            [
                .element("title", ["id": "\(id)-title"], [.plain(title)]),
                .element("desc", ["id": "\(id)-desc"], [.plain(description)]),
                geometry(ground + [.element("path", ["class": "grid", "d": grid])] + shapes + targetLine),
            ] + texts)
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

    private var targetLine: [SafeHTML] {
        target.map { [.element("path", ["class": "target", "d": "M0 \(Self.y($0.depth))H\(Self.width)"])] } ?? []
    }

    private var targetName: [SafeHTML] {
        target.map { target in
            // Below the line if it would touch the texts above the plot.
            let line = target.depth * Double(pixels)
            let y = Double(Self.top) + line + (line < 20 ? 13 : -4)
            return [
                .element(
                    "text", ["class": "target-label", "x": "4", "y": "\(Int(y.rounded()))"], [.plain(target.text)])
            ]
        } ?? []
    }

    /// Converts a vertical position, 0…1, to units of the view box.
    static func y(_ depth: Double) -> Int { Int((min(max(depth, 0), 1) * Double(height)).rounded()) }

    private func text(_ level: Level) -> SafeHTML {
        let y = Double(Self.top) + level.depth * Double(pixels) + 4
        return .element(
            "text", ["class": "level", "x": "-8", "y": "\(Int(y.rounded()))", "text-anchor": "end"],
            [.plain(level.text)])
    }

    private func text(_ label: Label, y: Int) -> SafeHTML {
        let place: KeyValuePairs<StaticString, String?> = [
            "class": label.style.isEmpty ? "across" : label.style, "x": Bars.position(label.share), "y": "\(y)",
            "text-anchor": label.anchor,
        ]
        return .element("text", place, [.plain(label.text)])
    }
}

/// The vertical axis of a plot of counts. It ends at a round number, and can extend below 0 for columns that go down.
struct CountScale: Equatable {
    /// The distance between grid lines: 1, 2 or 5 times a power of ten.
    let step: Int
    /// How far the axis extends below 0, as a positive count.
    let bottom: Int
    let top: Int

    /// Creates a scale for counts up to `highest` above 0 and up to `lowest` below it, with about six grid lines at
    /// most.
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

    /// Returns the vertical position of a count, from 0 at the top to 1 at the bottom.
    func depth(_ count: Int) -> Double { Double(top - count) / Double(top + bottom) }

    /// Returns the vertical position of a count in units of the view box.
    func y(_ count: Int) -> Int { PlotFrame.y(depth(count)) }

    /// The grid lines. Labels below 0 are positive too, because they are counts that go down.
    var levels: [PlotFrame.Level] {
        stride(from: -(bottom / step * step), through: top, by: step).map {
            PlotFrame.Level(depth: depth($0), text: PageFormat.count(abs($0)))
        }
    }
}
