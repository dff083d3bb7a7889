/// What the parts of a page say alike: its range, its window and its minimum cell.
struct PageWords {
    let from: Day?
    let to: Day?
    let timeZone: String
    let window: String
    let minimumCell: Int

    /// `1 Feb 2026 to 30 Apr 2026`, for captions.
    var days: String {
        guard let from, let to else { return "no days" }
        return from == to ? from.text : "\(from.text) to \(to.text)"
    }

    /// `from 1 Feb 2026 to 30 Apr 2026`, within a sentence.
    var range: String {
        guard let from, let to else { return "yet" }
        return from == to ? "on \(from.text)" : "from \(from.text) to \(to.text)"
    }

    /// `1 Feb 2026 to 30 Apr 2026, days in UTC`.
    var rangeWithZone: String { from == nil || to == nil ? "No events yet" : "\(days), days in \(timeZone)" }
}
