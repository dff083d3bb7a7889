/// A range of days that a report has pages and tables of: its own, or the last 7 or 28 days of it.
package struct RangeChoice: Sendable, Equatable {
    package let from: Day
    package let to: Day
    /// The folder of its pages and tables below the report's, with its slash; empty for the report's own range.
    package let folder: String

    /// `28 days`.
    var label: String {
        let days = to.number - from.number + 1
        return "\(PageFormat.count(days)) \(days == 1 ? "day" : "days")"
    }

    /// The choices of a report, the shortest first and its own range last.
    package static func all(from: Day, to: Day) -> [RangeChoice] {
        let shorter = [7, 28].compactMap { days -> RangeChoice? in
            guard let first = to.before(days - 1), first > from else { return nil }
            return RangeChoice(from: first, to: to, folder: "\(days)-days/")
        }
        return shorter + [RangeChoice(from: from, to: to, folder: "")]
    }
}
