/// A time zone rule in the format of POSIX's TZ: `EST5EDT,M3.2.0,M11.1.0`. Hours count westward; days are
/// `Mmonth.week.weekday`.
struct ZoneRule {
    private let standard: Int
    private let summer: Summer?

    private struct Summer {
        var ahead: Int
        var begins: Moment
        var ends: Moment
    }

    /// A weekday in a week of a month (week 5 is the last one), and seconds after midnight.
    private struct Moment {
        var month, week, weekday, seconds: Int
    }

    /// Parses a rule; nil if the text isn't one, for example the name of a zone.
    init?(_ text: String) {
        let parts = text.split(separator: ",")
        guard let zone = parts.first, [1, 3].contains(parts.count) else { return nil }
        let names = /^(<[^>]+>|[A-Za-z]{3,})(-?[0-9:]+)((<[^>]+>|[A-Za-z]{3,})(-?[0-9:]+)?)?$/
        guard let match = String(zone).wholeMatch(of: names) else { return nil }
        standard = -Self.seconds(match.2)
        guard match.4 != nil else {
            summer = nil
            return
        }
        guard parts.count == 3, let begins = Self.moment(parts[1]), let ends = Self.moment(parts[2]) else { return nil }
        let ahead = match.5.map { -Self.seconds($0) } ?? standard + 3_600
        summer = Summer(ahead: ahead, begins: begins, ends: ends)
    }

    /// Returns the offset at the start of the years and each change in them.
    func changes(inYears years: ClosedRange<Int>) -> [ZoneChange] {
        guard let summer else { return [ZoneChange(since: Self.day(years.lowerBound, 1, 1) * 86_400, ahead: standard)] }
        let changes = years.flatMap { year in
            [
                ZoneChange(since: Self.instant(summer.begins, year) - standard, ahead: summer.ahead),
                ZoneChange(since: Self.instant(summer.ends, year) - summer.ahead, ahead: standard),
            ]
        }.sorted { $0.since < $1.since }
        let before = changes[0].ahead == standard ? summer.ahead : standard
        return [ZoneChange(since: Self.day(years.lowerBound, 1, 1) * 86_400, ahead: before)] + changes
    }

    /// Parses `M3.2.0/0:01`. The default time is 2 o'clock.
    private static func moment(_ text: Substring) -> Moment? {
        guard let match = text.wholeMatch(of: /M(\d+)\.(\d)\.(\d)(?:\/(-?[0-9:]+))?/) else { return nil }
        return Moment(
            month: Int(match.1)!, week: Int(match.2)!, weekday: Int(match.3)!,
            seconds: match.4.map { seconds($0) } ?? 7_200)
    }

    /// Parses hours such as `3:30` or `-1`.
    private static func seconds(_ text: Substring) -> Int {
        let digits = text.drop { $0 == "-" }.split(separator: ":").map { Int($0)! } + [0, 0]
        let size = digits[0] * 3_600 + digits[1] * 60 + digits[2]
        return text.hasPrefix("-") ? -size : size
    }

    /// Returns a local time as seconds since local 1970-01-01.
    private static func instant(_ moment: Moment, _ year: Int) -> Int {
        let first = day(year, moment.month, 1)
        let next = moment.month == 12 ? day(year + 1, 1, 1) : day(year, moment.month + 1, 1)
        // 1970-01-01 was a Thursday.
        var chosen = first + (moment.weekday - (first + 4) % 7 + 7) % 7 + (moment.week - 1) * 7
        while chosen >= next { chosen -= 7 }
        return chosen * 86_400 + moment.seconds
    }

    /// Returns the number of a day of the Gregorian calendar; 1970-01-01 is 0.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let months = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
        let leap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let past = year - 1
        let leaps = past / 4 - past / 100 + past / 400 - 477
        return (year - 1970) * 365 + leaps + months[month - 1] + (leap && month > 2 ? 1 : 0) + day - 1
    }
}
