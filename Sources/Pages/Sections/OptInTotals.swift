/// The answers to the permission prompt of a whole app.
struct OptInTotals {
    /// The rows of `opt_in_by_os` of one app.
    let rows: [Row]
    /// The row of all these people; nil if there are none or their number is withheld.
    let total: Row?

    init(rows: [Row]) {
        self.rows = rows
        total = rows.first { $0["level"] == "app" && $0["prompted"] != nil }
    }

    /// Whether there are no rows, because no one was asked. False if there are rows but their numbers are withheld.
    var isEmpty: Bool { rows.isEmpty }

    /// How many people were asked, in words.
    var note: String { total.map { "\($0.count("prompted")) asked" } ?? (isEmpty ? "no one asked" : "withheld") }
}

extension Row {
    /// The base of the opt-in rate: people who answered, or who did not answer within the conversion window.
    var settled: Count? { counted("prompted", without: "open_window") }
}
