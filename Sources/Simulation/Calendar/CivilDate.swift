/// A day of the Gregorian calendar.
struct CivilDate: Equatable, Sendable {
    var year: Int
    var month: Int
    var day: Int

    /// Creates a date from its written parts: `CivilDate(2026, 5, 1)`.
    init(_ year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date with this day number; day 0 is 1970-01-01. Valid for years 0 and later.
    ///
    /// Algorithm: `civil_from_days` in Howard Hinnant, "chrono-compatible low-level date algorithms".
    init(dayNumber: Int) {
        let shifted = dayNumber + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01, by Hinnant's `days_from_civil`.
    var dayNumber: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let yearOfEra = marchYear % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return marchYear / 400 * 146_097 + dayOfEra - 719_468
    }

    /// Midnight UTC at the start of the day.
    var start: Microseconds { Microseconds(dayNumber) * .day }
}

extension CivilDate: CustomStringConvertible {
    /// The date as `YYYY-MM-DD`.
    var description: String { "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))" }

    private func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
