/// A range of days for which a report has pages and tables. The tables of the report's own range are in its folder,
/// those of its last 7, 28 and 90 days in `7-days/` and so on. The pages of one range, the landing range, are in the
/// report's folder.
package struct RangeChoice: Sendable, Equatable {
    package let from: Day
    package let to: Day
    /// The folder of its pages, relative to the report's folder, for example `7-days/`; empty for the landing range.
    package let folder: String
    /// The folder that contains its `csv/`, relative to the report's folder; empty for the report's own range.
    package let tables: String

    /// The number of days.
    package var length: Int { to.number - from.number + 1 }

    /// The text of the link to this range: `Last 28 days`, or `All 89 days` for days that the caller chose.
    var label: String {
        let days = PageFormat.counted(length, "day", "days")
        return folder.isEmpty && tables.isEmpty ? (length == 1 ? days : "All \(days)") : "Last \(days)"
    }

    /// The length of the landing range, unless the caller chose the days.
    private static let landing = 28

    /// Returns the ranges of a report, shortest first, its own range last. Includes the last 7, 28 or 90 days only if the
    /// report's own range is longer.
    ///
    /// - Parameter isChosen: whether the caller chose the first day. If so, the landing range is the report's own. If
    ///   not, it is the last 28 days.
    package static func all(from: Day, to: Day, isChosen: Bool = true) -> [RangeChoice] {
        let shorter = [7, landing, 90].compactMap { days -> RangeChoice? in
            guard let first = to.before(days - 1), first > from else { return nil }
            let isLanding = days == landing && !isChosen
            return RangeChoice(from: first, to: to, folder: isLanding ? "" : "\(days)-days/", tables: "\(days)-days/")
        }
        let isLanding = !shorter.contains { $0.folder.isEmpty }
        let days = to.number - from.number + 1
        return shorter + [RangeChoice(from: from, to: to, folder: isLanding ? "" : "\(days)-days/", tables: "")]
    }
}
