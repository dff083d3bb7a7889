/// One of the key numbers at the top of an app's section.
package struct KeyNumber {
    package let label: String
    package let value: String
    /// The interval of a rate; empty for other numbers.
    package var interval = ""
    /// The change since the previous range; empty if unknown.
    package var change = ""
    /// The base, or an explanation.
    package let note: String
    /// A line beside the number; nil for none.
    var spark: SafeHTML?
    /// The CSS classes.
    package var style = "value"

    /// Creates a rate with its interval. `note` has its base.
    init(_ label: String, _ rate: ShownRate, note: String) {
        self.init(label, rate.isOfTooFew ? "too few" : rate.text, note: note)
        interval = rate.shown.map { "\(PageFormat.interval($0))%" } ?? ""
        style = rate.shown == nil ? "value none" : "value"
    }

    /// Creates the number of a verdict with its change. `note` has its base.
    init(_ label: String, _ verdict: Verdict, note: String) {
        if verdict.isCount {
            self.init(label, verdict.level, note: note)
        } else {
            self.init(label, verdict.rate, note: note)
        }
        change = verdict.short
    }

    /// Creates a count from a cell; a dash if it is nil. `isOpen`: whether it can still change.
    init(_ label: String, _ row: Row, _ column: String, note: String, isOpen: Bool = false) {
        self.init(label, row.count(column), note: note)
        style = isOpen && (row.int(column) ?? 0) > 0 ? "value open" : "value"
    }

    /// Creates a number from any text.
    init(_ label: String, _ value: String, change: String = "", note: String) {
        (self.label, self.value, self.change, self.note) = (label, value, change, note)
    }

    /// The values for the template `section`.
    var model: PageModel {
        PageModel([
            "label": .text(label), "value": .text(value), "interval": .text(interval), "change": .text(change),
            "note": .text(note), "style": .text(style), "sparkHTML": .html(spark ?? .joined([])),
            "changeStyle": .text(change.contains { "▼▲".contains($0) } ? "change" : "change still"),
        ])
    }
}
