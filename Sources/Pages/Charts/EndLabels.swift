/// The names of a plot's lines, in a column to the right of the plot, each at the height at which its line ends.
package struct EndLabels {
    /// A line's name and where the line ends (`depth` is 0 at the top, 1 at the bottom). `isOwn` is false for the grey
    /// lines of other groups.
    struct Label {
        let text: String
        /// A number after the name; empty for none.
        var value = ""
        let depth: Double
        var isOwn = true
    }

    /// The height of a label in pixels; the same as in the style sheet.
    package static let line = 14
    /// The longest name in Unicode scalars. The style sheet clips shorter names that are still too wide.
    private static let longest = 16

    /// The labels from top to bottom.
    private let labels: [Label]
    /// The vertical centre of each label, in pixels below the top of the plot.
    private let middles: [Int]

    /// Places labels beside a plot that is `height` pixels high; nil if there are no labels or they don't fit.
    init?(_ labels: [Label], height: Int) {
        let ordered = labels.enumerated().sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
            .map(\.element)
        guard !ordered.isEmpty,
            let middles = Self.middles(of: ordered.map { $0.depth * Double(height) }, within: height)
        else { return nil }
        (self.labels, self.middles) = (ordered, middles)
    }

    /// Returns the positions of labels that should be at `heights` (ascending), moved so that they do not overlap. They
    /// are at least one line apart, within 0…`height`, and otherwise as close to `heights` as possible by least squares
    /// (isotonic regression with the pool-adjacent-violators algorithm). All values are in pixels; nil if the labels
    /// don't fit.
    package static func middles(of heights: [Double], within height: Int) -> [Int]? {
        let room = height - (heights.count - 1) * line
        guard room >= 0 else { return nil }
        // Subtract the height of the labels above from each position. Then the only constraint is that positions
        // ascend.
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

    /// Returns the column of labels, separated by empty `svg` elements as spacers. `top` is the distance in pixels from
    /// the top of the drawing to the top of the plot.
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
                        [.plain(PageFormat.name(label.text, atMost: Self.longest) + label.value)]),
                ]
            })
    }
}
