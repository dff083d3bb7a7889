/// A range of days for which a report has pages and tables: the report's own range, or its last 7 or 28 days.
package struct RangeChoice: Sendable, Equatable {
    package let from: Day
    package let to: Day
    /// The folder of its pages and tables, relative to the report's folder, for example `28-days/`; empty for the
    /// report's own range.
    package let folder: String

    /// The text of the link to this range, for example `28 days`.
    var label: String {
        let days = to.number - from.number + 1
        return "\(PageFormat.count(days)) \(days == 1 ? "day" : "days")"
    }

    /// Returns the ranges of a report, shortest first, its own range last. Includes the last 7 or 28 days only if the
    /// report's own range is longer.
    package static func all(from: Day, to: Day) -> [RangeChoice] {
        let shorter = [7, 28].compactMap { days -> RangeChoice? in
            guard let first = to.before(days - 1), first > from else { return nil }
            return RangeChoice(from: first, to: to, folder: "\(days)-days/")
        }
        return shorter + [RangeChoice(from: from, to: to, folder: "")]
    }
}
