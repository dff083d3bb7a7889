/// A number of the strip at the head of an app.
struct KeyNumber {
    let label: String
    let value: String
    /// The interval of a rate.
    var interval = ""
    /// What became of it since the range before.
    var change = ""
    /// The base, or a word of explanation.
    let note: String
    var style = "value"

    /// A rate with its interval.
    init(_ label: String, _ rate: ShownRate, change: String = "", note: String) {
        self.init(label, rate.text, change: change, note: note)
        interval = rate.shown.map { "\(PageFormat.interval($0))\u{202F}%" } ?? ""
        style = rate.shown == nil ? "value none" : "value"
    }

    /// A count; a dash where it is withheld.
    init(_ label: String, _ count: Int?, change: String = "", note: String, isOpen: Bool = false) {
        self.init(label, count.map(PageFormat.count) ?? PageFormat.dash, change: change, note: note)
        style = isOpen && (count ?? 0) > 0 ? "value open" : "value"
    }

    /// Any text.
    init(_ label: String, _ value: String, change: String = "", note: String) {
        (self.label, self.value, self.change, self.note) = (label, value, change, note)
    }

    var model: PageModel {
        PageModel([
            "label": .text(label), "value": .text(value), "interval": .text(interval), "change": .text(change),
            "note": .text(note), "style": .text(style),
        ])
    }
}
