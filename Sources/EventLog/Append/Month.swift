import Events

/// A calendar month in UTC.
struct Month: Hashable, Comparable, CustomStringConvertible {
    private static let microsecondsADay: Int64 = 86_400_000_000

    /// Months since the year 0.
    private let count: Int

    /// Creates the month that contains a moment.
    init(of moment: Timestamp) {
        // Days to civil date as in Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
        let days = Self.day(of: moment) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        // March is month 2 of the 0-based count; January and February fall into the next year.
        count = (yearOfEra + era * 400) * 12 + monthFromMarch + 2
    }

    /// Days since 1970, rounded down.
    private static func day(of moment: Timestamp) -> Int {
        let microseconds = moment.microseconds
        return Int((microseconds - (microseconds < 0 ? microsecondsADay - 1 : 0)) / microsecondsADay)
    }

    /// Returns the months in which the events occurred.
    static func all(in records: some Sequence<EventRecord>) -> Set<Month> {
        var (months, last): (Set<Month>, Int?) = ([], nil)
        for record in records {
            let day = day(of: record.occurredAt)
            // Neighbouring events mostly have the same day.
            if day != last { months.insert(Month(of: record.occurredAt)) }
            last = day
        }
        return months
    }

    /// The first day of the month, `yyyy-MM-01`.
    var description: String {
        let month = count % 12 + 1
        return "\(count / 12)-\(month < 10 ? "0" : "")\(month)-01"
    }

    static func < (left: Month, right: Month) -> Bool { left.count < right.count }
}
