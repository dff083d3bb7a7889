/// A day of the Gregorian calendar, without a time zone.
public struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The year, 1…9999.
    public let year: Int
    /// The month, 1…12.
    public let month: Int
    /// The day of the month, 1…31.
    public let day: Int

    static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Creates the day; nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Parses `yyyy-MM-dd`, the format of CSV and SQL; nil if the text is anything else.
    public init?(_ text: String) {
        let digits = text.utf8.map { Int($0) - 48 }
        let dashes = [4, 7]
        guard digits.count == 10, dashes.allSatisfy({ digits[$0] == -3 }),
            digits.indices.allSatisfy({ dashes.contains($0) || (0...9).contains(digits[$0]) })
        else { return nil }
        let number = { (places: Range<Int>) in digits[places].reduce(0) { $0 * 10 + $1 } }
        self.init(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    }

    /// The day as `2026-08-23`.
    public var description: String {
        let zeros = String(repeating: "0", count: 4 - String(year).count)
        return "\(zeros)\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// The day as pages show it: `23 Aug 2026`.
    public var text: String { "\(shortText) \(year)" }

    /// The day without the year: `23 Aug`.
    public var shortText: String { "\(day) \(Self.monthNames[month - 1])" }

    /// The month and year: `Aug 2026`.
    var monthText: String { "\(Day.monthNames[month - 1]) \(year)" }

    /// The number of days since 1 March of the year 0. The computation starts each year in March, so that the leap day
    /// is its last day.
    public var number: Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (monthFromMarch * 153 + 2) / 5 + day - 1
    }

    /// Returns the day that is `days` days earlier; nil if it is before the year 1.
    public func before(_ days: Int) -> Day? { Day(number: number - days) }

    /// Creates the day with this `number`: splits it into eras of 400 years (146,097 days), then into years, months and
    /// days.
    private init?(number: Int) {
        guard number >= 0 else { return nil }
        let (era, inEra) = number.quotientAndRemainder(dividingBy: 146_097)
        let year = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * year + year / 4 - year / 100)
        let month = (5 * inYear + 2) / 153
        self.init(
            year: era * 400 + year + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
            day: inYear - (153 * month + 2) / 5 + 1)
    }

    /// Whether the first day is before the second.
    public static func < (first: Day, second: Day) -> Bool { first.number < second.number }
}
