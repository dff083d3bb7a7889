/// Formats numbers, durations, times and names for the pages, independent of the locale.
package enum PageFormat {
    /// Shown in place of a missing number, for example one that is withheld for privacy or a rate with a base of zero.
    package static let dash = "–"

    private static let minus = "\u{2212}"

    /// Formats an integer as `12,345`, with a Unicode minus sign if it is negative.
    package static func count(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return number < 0 ? minus + grouped : grouped
    }

    /// Returns `1 person` or `12,345 people`.
    package static func people(_ number: Int) -> String { counted(number, "person", "people") }

    /// Returns a count followed by the singular or plural words, for example `1 more is` or `12,345 more are`.
    package static func counted(_ number: Int, _ one: String, _ other: String) -> String {
        "\(count(number)) \(number == 1 ? one : other)"
    }

    /// Returns `59.4` for 0.594; a dash for infinities, NaN and 10¹² or more.
    package static func percentDigits(_ fraction: Double) -> String {
        guard fraction.isFinite, fraction.magnitude < 1e12 else { return dash }
        let tenths = rounded(fraction * 1000)
        let digits = "\(count(Int(tenths.magnitude / 10))).\(tenths.magnitude % 10)"
        return tenths < 0 ? minus + digits : digits
    }

    /// Rounds half away from zero. Half a unit in decimals can be a little less in binary, by less than 1e-9.
    private static func rounded(_ number: Double) -> Int {
        Int((number + (number < 0 ? -1e-9 : 1e-9)).rounded())
    }

    /// Returns `59.4%` for 0.594, without a space; a dash as `percentDigits` does.
    package static func percent(_ fraction: Double) -> String {
        let digits = percentDigits(fraction)
        return digits == dash ? dash : "\(digits)%"
    }

    /// Returns a target as short as possible: `58%` or `58.5%`.
    package static func target(_ fraction: Double) -> String {
        let digits = percentDigits(fraction)
        return "\(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)%"
    }

    /// Returns a proportion in percent; `< 0.1%` for a small one that is not 0.
    static func share(_ rate: Rate) -> String {
        CellMark.mark(rate.value > 0 && rate.value < 0.001 ? "< 0.1%" : percent(rate.value), rate.cell)
    }

    /// Returns a rate without its interval: `59.4%`.
    static func percent(_ rate: Rate) -> String { CellMark.mark(percent(rate.value), rate.cell) }

    /// Returns the bounds of the interval in percent: `59.1–59.8`.
    package static func interval(_ rate: Rate) -> String {
        CellMark.mark("\(percentDigits(rate.low))–\(percentDigits(rate.high))", rate.cell)
    }

    /// Returns the interval for use in a sentence. Word joiners prevent a line break inside it.
    package static func unbroken(_ rate: Rate) -> String {
        CellMark.mark("\(percentDigits(rate.low))\u{2060}–\u{2060}\(percentDigits(rate.high))", rate.cell)
    }

    /// Returns a difference of two proportions in percentage points, with its interval: `+1.9 pts (+0.5 to +3.2)`.
    package static func points(_ difference: Rate) -> String {
        let (low, high) = (signed(difference.low), signed(difference.high))
        return CellMark.mark("\(signed(difference.value)) pts (\(low) to \(high))", difference.cell)
    }

    /// Returns how large a fraction is in percent, without its sign: `3.7`, or `< 0.1` for a small one that is not 0.
    static func size(_ fraction: Double) -> String { isSmall(fraction) ? "< 0.1" : percentDigits(fraction.magnitude) }

    /// Returns a limit in percent, `3.7`; at least 0.1, unless it is 0.
    static func limit(_ fraction: Double) -> String { isSmall(fraction) ? "0.1" : percentDigits(fraction) }

    private static func isSmall(_ fraction: Double) -> Bool {
        fraction != 0 && percentDigits(fraction.magnitude) == "0.0"
    }

    /// Returns a fraction in percentage points without its sign: `3.7 points`.
    static func points(_ fraction: Double) -> String {
        "\(isSmall(fraction) ? "less than 0.1" : percentDigits(fraction.magnitude)) points"
    }

    /// Returns what a rate did: `fell 3.7 points`.
    static func moved(_ difference: Double) -> String { "\(difference < 0 ? "fell" : "rose") \(points(difference))" }

    /// Returns how a rate differs from the one before: `3.7 points lower`.
    static func apart(_ difference: Double) -> String { "\(points(difference)) \(difference < 0 ? "lower" : "higher")" }

    /// Returns a fraction in percent with its sign: `+1.9`, or with a Unicode minus sign. Zero has no sign.
    static func signed(_ fraction: Double) -> String {
        let digits = percentDigits(fraction)
        return digits.hasPrefix(minus) || digits == dash || digits == "0.0" ? digits : "+\(digits)"
    }

    /// Returns `quarters`/4 of `top` with up to two decimals, for example `12.5` for one quarter of 50.
    static func quarter(_ quarters: Int, of top: Int) -> String {
        let hundredths = quarters * top * 25
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Formats a duration as `4.2 s`, `38 s`, `2 min 5 s`, `3 h 12 min` or `2 d 4 h`; a dash if it is nil or negative.
    package static func duration(seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, (0..<1e12).contains(seconds) else { return dash }
        let tenths = rounded(seconds * 10)
        if tenths < 100 { return "\(tenths / 10).\(tenths % 10) s" }
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return parts(whole, 60, "min", 1, "s") }
        return whole < 86_400 ? parts(whole, 3600, "h", 60, "min") : parts(whole, 86_400, "d", 3600, "h")
    }

    /// Formats seconds in two units, given each unit's length in seconds and its name. Omits the second if it is 0.
    private static func parts(_ whole: Int, _ large: Int, _ name: String, _ small: Int, _ smallName: String) -> String {
        let rest = whole % large / small
        return rest == 0 ? "\(count(whole / large)) \(name)" : "\(count(whole / large)) \(name) \(rest) \(smallName)"
    }

    /// Formats a time span for an axis, in the largest unit that divides it: `1 s`, `5 min`, `1 h`, `7 d`.
    static func moment(seconds: Int) -> String {
        let units = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
        let (length, name) = units.first { seconds > 0 && seconds.isMultiple(of: $0.0) } ?? (1, "s")
        return "\(count(seconds / length)) \(name)"
    }

    /// Formats a time span in words, in the largest unit that divides it: `7 days`, `36 hours`, `90 seconds`.
    package static func window(seconds: Int) -> String {
        let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        let (length, name) = units.first { seconds > 0 && seconds.isMultiple(of: $0.0) } ?? (1, "second")
        return "\(count(seconds / length)) \(name)\(seconds == length ? "" : "s")"
    }

    /// Formats an RFC 3339 time in UTC as `1 May 2026, 02:10 UTC`. Returns any other text as `name` does.
    package static func instant(_ text: String) -> String {
        let parts = text.split(maxSplits: 1, whereSeparator: { $0 == "T" || $0 == "t" || $0 == " " })
        guard parts.count == 2, let day = Day(String(parts[0])), let time = time(parts[1]) else { return name(text) }
        return "\(day.text), \(time) UTC"
    }

    /// Returns `HH:MM` from the start of a time of day; nil if it does not start so.
    private static func time(_ text: Substring) -> String? {
        let bytes = Array(text.utf8.prefix(5))
        guard bytes.count == 5, bytes[2] == 58, [0, 1, 3, 4].allSatisfy({ (48...57).contains(bytes[$0]) }) else {
            return nil
        }
        return String(text.prefix(5))
    }

    /// Returns a name from the data, safe to show in a page. Truncates it to `limit` Unicode scalars. Replaces control
    /// characters, direction marks, annotations and characters that XML does not allow by `U+FFFD`, so that a name
    /// can't change how the text around it is displayed.
    package static func name(_ text: String, atMost limit: Int = 64) -> String {
        let scalars = text.unicodeScalars
        var shown = String.UnicodeScalarView(scalars.prefix(limit).map { isShown($0) ? $0 : "\u{FFFD}" })
        if scalars.count > limit { shown.append("…") }
        return String(shown)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        case 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
