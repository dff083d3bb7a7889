/// A time as RFC 3339 writes it: the point in time and the offset from UTC that it was written with.
struct OffsetTimestamp {
    /// The point in time, truncated to the microsecond.
    let timestamp: Timestamp
    /// Minutes east of UTC, −1439…1439; 0 for `Z` and for `-00:00`.
    let offset: Int16

    private static let years = 1970...2100

    /// The time written as `text`, `date-time` of RFC 3339 section 5.6, with a year 1970–2100 as written and up to nine
    /// digits of a fraction; nil for another form, a day that does not exist, and a second 60 outside the last minute of a
    /// UTC day. Second 60 there is the first of the next day.
    init?(rfc3339 text: Bytes) {
        guard let date = Self.dayNumber(text), let time = Self.timeOfDay(text) else { return nil }
        var position = 19
        guard let microsecond = Self.fraction(text, at: &position),
            let offset = Self.offset(text, at: position)
        else { return nil }
        let minute = time.hour * 60 + time.minute - offset
        guard time.second < 60 || (minute + 1440) % 1440 == 1439 else { return nil }
        let seconds = date * 86_400 + minute * 60 + time.second
        timestamp = Timestamp(microseconds: Int64(seconds * 1_000_000 + microsecond))
        self.offset = Int16(offset)
    }

    /// The days from 1970-01-01 to the date that `text` begins with, up to and with its `T`.
    private static func dayNumber(_ text: Bytes) -> Int? {
        guard let year = text.number(at: 0, digits: 4), years.contains(year), text.holds("-", at: 4),
            let month = text.number(at: 5, digits: 2), 1...12 ~= month, text.holds("-", at: 7),
            let day = text.number(at: 8, digits: 2), 1...days(of: month, in: year) ~= day,
            text.holds("T", at: 10) || text.holds("t", at: 10)
        else { return nil }
        return dayNumber(year: year, month: month, day: day)
    }

    /// The hour, minute and second behind the date.
    private static func timeOfDay(_ text: Bytes) -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = text.number(at: 11, digits: 2), hour <= 23, text.holds(":", at: 13),
            let minute = text.number(at: 14, digits: 2), minute <= 59, text.holds(":", at: 16),
            let second = text.number(at: 17, digits: 2), second <= 60
        else { return nil }
        return (hour, minute, second)
    }

    /// The microseconds that the fraction at `position` gives, which moves behind it; 0 where there is no fraction.
    private static func fraction(_ text: Bytes, at position: inout Int) -> Int? {
        guard text.holds(".", at: position) else { return 0 }
        let start = position + 1
        position = start
        var microseconds = 0
        var unit = 100_000
        while position < text.count, let digit = text[position].decimalDigit {
            microseconds += Int(digit) * unit
            unit /= 10
            position += 1
        }
        return 1...9 ~= position - start ? microseconds : nil
    }

    /// The minutes east of UTC that the rest of `text` from `position` on gives.
    private static func offset(_ text: Bytes, at position: Int) -> Int? {
        if text.holds("Z", at: position) || text.holds("z", at: position) {
            return position + 1 == text.count ? 0 : nil
        }
        let isWest = text.holds("-", at: position)
        guard isWest || text.holds("+", at: position), position + 6 == text.count,
            let hours = text.number(at: position + 1, digits: 2), hours <= 23, text.holds(":", at: position + 3),
            let minutes = text.number(at: position + 4, digits: 2), minutes <= 59
        else { return nil }
        return isWest ? -(hours * 60 + minutes) : hours * 60 + minutes
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days from 1970-01-01 to a day of the Gregorian calendar (E. G. Richards' algorithm for the Julian day number,
    /// with years that begin in March).
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let march = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return march * 365 + march / 4 - march / 100 + march / 400 + dayOfYear - 719_468
    }
}

extension Bytes {
    /// Whether `character` stands at `index`.
    fileprivate func holds(_ character: Unicode.Scalar, at index: Int) -> Bool {
        index < count && self[index] == UInt8(ascii: character)
    }

    /// The number that exactly `digits` decimal digits from `index` on give; nil where one of them is missing.
    fileprivate func number(at index: Int, digits: Int) -> Int? {
        guard index + digits <= count else { return nil }
        var number = 0
        for position in index..<index + digits {
            guard let digit = self[position].decimalDigit else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}
