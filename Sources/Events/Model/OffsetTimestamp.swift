/// A time in RFC 3339 form: the point in time, and the offset from UTC that it was written with.
struct OffsetTimestamp {
    /// The point in time, truncated to the microsecond.
    let timestamp: Timestamp
    /// The offset in minutes east of UTC, −1439…1439; 0 for `Z` and for `-00:00`.
    let offset: Int16

    private static let years = 1970...2100

    /// Parses a `date-time` of RFC 3339 section 5.6 with a year of 1970–2100 as written and at most nine fractional
    /// digits. Second 60 is accepted only in the last minute of a UTC day, and is read as the first second of the next
    /// day. Returns nil for any other form and for a date that does not exist.
    ///
    /// Reads eight bytes at a time, so eight bytes must be readable starting at any byte of `text`.
    @inline(__always)
    init?(rfc3339 text: Bytes) {
        guard text.count >= 20, let start = text.baseAddress,
            let date = EightBytes(at: start).numbers(in: "0000-00-"),
            let time = EightBytes(at: start + 8).numbers(in: "00t00:00"),
            let day = Self.dayNumber(date, dayOfMonth: time.pair(at: 0)),
            let second = EightBytes(at: start + 16, count: 3).numbers(in: ":00")?.pair(at: 1)
        else { return nil }
        let (hour, minuteOfHour) = (time.pair(at: 3), time.pair(at: 6))
        guard hour <= 23, minuteOfHour <= 59, second <= 60 else { return nil }
        var position = 19
        guard let microsecond = Self.fraction(text, at: &position), let offset = Self.offset(text, at: position)
        else { return nil }
        let minute = hour &* 60 &+ minuteOfHour &- offset
        guard second < 60 || (minute + 1440) % 1440 == 1439 else { return nil }
        let seconds = day &* 86_400 &+ minute &* 60 &+ second
        timestamp = Timestamp(microseconds: Int64(seconds &* 1_000_000 &+ microsecond))
        self.offset = Int16(truncatingIfNeeded: offset)
    }

    /// Returns the days from 1970-01-01 to a day in the year and month of `date`; nil if the date does not exist or the
    /// year is not accepted.
    @inline(__always)
    private static func dayNumber(_ date: EightDigits, dayOfMonth day: Int) -> Int? {
        let (year, month) = (date.pair(at: 0) &* 100 &+ date.pair(at: 2), date.pair(at: 5))
        guard years.contains(year), 1...12 ~= month, day >= 1, day <= 28 || day <= days(of: month, in: year) else {
            return nil
        }
        return dayNumber(year: year, month: month, day: day)
    }

    /// Reads the fraction of a second at `position` in microseconds and moves `position` past it; 0 if there is no
    /// fraction.
    @inline(__always)
    private static func fraction(_ text: Bytes, at position: inout Int) -> Int? {
        guard text[position] == UInt8(ascii: ".") else { return 0 }
        guard let start = text.baseAddress else { return nil }
        let digits = EightBytes(at: start + (position &+ 1))
        let count = digits.digitCount
        position &+= 1 &+ count
        guard count > 0 else { return nil }
        if count == 8, position < text.count, text[position].decimalDigit != nil {
            // Ignore a ninth digit. If there is a tenth, `offset` finds that it is not an offset.
            position &+= 1
        }
        return digits.millionths(ofDigits: count)
    }

    /// Parses the rest of `text` from `position` on as an offset, in minutes east of UTC.
    @inline(__always)
    private static func offset(_ text: Bytes, at position: Int) -> Int? {
        guard position < text.count, let start = text.baseAddress else { return nil }
        let sign = text[position]
        if sign | 0x20 == UInt8(ascii: "z") { return position + 1 == text.count ? 0 : nil }
        let isWest = sign == UInt8(ascii: "-")
        guard isWest || sign == UInt8(ascii: "+"), position + 6 == text.count,
            let time = EightBytes(at: start + position + 1, count: 5).numbers(in: "00:00")
        else { return nil }
        let (hours, minutes) = (time.pair(at: 0), time.pair(at: 3))
        guard hours <= 23, minutes <= 59 else { return nil }
        return isWest ? -(hours &* 60 &+ minutes) : hours &* 60 &+ minutes
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days from 1970-01-01 to a day of the Gregorian calendar (E. G. Richards' algorithm for the Julian
    /// day number, with years that begin in March).
    @inline(__always)
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let march = month > 2 ? year : year &- 1
        let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
        return march &* 365 &+ march / 4 &- march / 100 &+ march / 400 &+ dayOfYear &- 719_468
    }
}
