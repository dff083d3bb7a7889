/// The names of a plot's lines, in a column beside it, each where its line ends.
package struct EndLabels {
    /// The name of a line, how far down the line ends, 0…1, and whether the plot is of it.
    struct Label {
        let text: String
        let depth: Double
        var isOwn = true
    }

    /// The height of a label in pixels, as the style sheet has it.
    package static let line = 14
    /// The longest name, in scalars; the style sheet clips wide ones sooner.
    private static let longest = 16

    /// From the uppermost to the lowest.
    private let labels: [Label]
    /// The middle of each, in pixels below the top of the plot.
    private let middles: [Int]

    /// Labels beside a plot so many pixels high; nil where there are none, or more than it has room for.
    init?(_ labels: [Label], height: Int) {
        let ordered = labels.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
            .map(\.element)
        guard !ordered.isEmpty,
            let middles = Self.middles(of: ordered.map { $0.depth * Double(height) }, within: height)
        else { return nil }
        (self.labels, self.middles) = (ordered, middles)
    }

    /// Where labels stand that belong at these heights, ascending: at least a line of text apart, from 0 to `height`,
    /// and as near to where they belong as that allows, by least squares (isotonic regression, pooling adjacent
    /// violators). All in pixels; nil where they are too many.
    package static func middles(of heights: [Double], within height: Int) -> [Int]? {
        let room = height - (heights.count - 1) * line
        guard room >= 0 else { return nil }
        // Less the lines above it, a label must only not be higher than the one before.
        var groups: [(sum: Double, count: Int)] = []
        for (index, place) in heights.enumerated() {
            var group = (sum: place - Double(index * line), count: 1)
            while let last = groups.last, last.sum / Double(last.count) > group.sum / Double(group.count) {
                group = (sum: last.sum + group.sum, count: last.count + group.count)
                groups.removeLast()
            }
            groups.append(group)
        }
        let means = groups.flatMap { group in
            Array(repeating: Int((group.sum / Double(group.count)).rounded()), count: group.count)
        }
        return means.enumerated().map { min(max($1, 0), room) + $0 * line }
    }

    /// The column beside a drawing whose plot begins so many pixels below its top: labels, with the gaps above them.
    func column(below top: Int) -> SafeHTML {
        let starts = middles.map { top + $0 - Self.line / 2 }
        let gaps = zip(starts, [0] + starts.map { $0 + Self.line }).map { $0 - $1 }
        return .element(
            "div", ["class": "ends", "aria-hidden": "true"],
            zip(labels, gaps).flatMap { label, gap -> [SafeHTML] in
                [
                    .element("svg", ["width": "1", "height": "\(gap)"]),
                    .element(
                        "span", ["class": label.isOwn ? "main" : "other"],
                        [.text(PageFormat.name(label.text, atMost: Self.longest))]),
                ]
            })
    }
}
