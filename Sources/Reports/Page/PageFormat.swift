/// Numbers, spans of time and names as every page writes them, whatever the locale.
package enum PageFormat {
    /// What stands where there is no number: a base of zero, or a number withheld.
    package static let dash = "–"

    private static let minus = "\u{2212}"
    private static let narrowSpace = "\u{202F}"

    /// `12,345`, with a true minus.
    package static func count(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return number < 0 ? minus + grouped : grouped
    }

    /// `1 person`, `12,345 people`.
    package static func people(_ number: Int) -> String { counted(number, "person", "people") }

    /// A count with the words for one or for any other number: `1 more is`, `12,345 more are`.
    package static func counted(_ number: Int, _ one: String, _ other: String) -> String {
        "\(count(number)) \(number == 1 ? one : other)"
    }

    /// `59.4` for 0.594; a dash for what is no number.
    package static func percentDigits(_ fraction: Double) -> String {
        guard fraction.isFinite, fraction.magnitude < 1e12 else { return dash }
        let tenths = Int((fraction * 1000).rounded())
        let digits = "\(count(Int(tenths.magnitude / 10))).\(tenths.magnitude % 10)"
        return tenths < 0 ? minus + digits : digits
    }

    /// `59.4 %` for 0.594.
    package static func percent(_ fraction: Double) -> String {
        let digits = percentDigits(fraction)
        return digits == dash ? dash : "\(digits)\(narrowSpace)%"
    }

    /// `59.1–59.8`, in per cent.
    package static func interval(_ rate: Rate) -> String { "\(percentDigits(rate.low))–\(percentDigits(rate.high))" }

    /// The interval within a sentence: a word joiner keeps a line from ending inside it.
    package static func unbroken(_ rate: Rate) -> String {
        "\(percentDigits(rate.low))\u{2060}–\u{2060}\(percentDigits(rate.high))"
    }

    /// `+1.9 pts` with its interval's bounds `(+0.5 to +3.2)`, for the difference of two proportions.
    package static func points(_ difference: Rate) -> String {
        "\(signed(difference.value)) pts (\(signed(difference.low)) to \(signed(difference.high)))"
    }

    /// `+1.9`, with a true minus.
    static func signed(_ fraction: Double) -> String {
        let digits = percentDigits(fraction)
        return digits.hasPrefix(minus) || digits == dash || digits == "0.0" ? digits : "+\(digits)"
    }

    /// `0.012`, `< 0.001`; a dash for nil.
    package static func p(_ p: Double?) -> String {
        guard let p, p.isFinite else { return dash }
        if p < 0.001 { return "< 0.001" }
        let digits = String(Int((p * 1000).rounded()))
        return p >= 0.9995 ? "1.000" : "0." + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// So many quarters of a number of per cent, with as few decimals as it takes: `12.5` of 50.
    static func quarter(_ quarters: Int, of top: Int) -> String {
        let hundredths = quarters * top * 25
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// `4.2 s`, `38 s`, `2 min 5 s`, `3 h 12 min`, `2 d 4 h`; a dash for nil.
    package static func duration(seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, (0..<1e12).contains(seconds) else { return dash }
        let tenths = Int((seconds * 10).rounded())
        if tenths < 100 { return "\(tenths / 10).\(tenths % 10) s" }
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return parts(whole, 60, "min", 1, "s") }
        return whole < 86_400 ? parts(whole, 3600, "h", 60, "min") : parts(whole, 86_400, "d", 3600, "h")
    }

    private static func parts(_ whole: Int, _ large: Int, _ name: String, _ small: Int, _ smallName: String) -> String {
        let rest = whole % large / small
        return rest == 0 ? "\(count(whole / large)) \(name)" : "\(count(whole / large)) \(name) \(rest) \(smallName)"
    }

    /// `1 s`, `5 min`, `1 h`, `7 d`: a span as short as an axis needs it.
    static func moment(seconds: Int) -> String {
        let units = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
        let (length, name) = units.first { seconds > 0 && seconds.isMultiple(of: $0.0) } ?? (1, "s")
        return "\(count(seconds / length)) \(name)"
    }

    /// A window in the largest unit that divides it: `7 days`, `36 hours`, `90 seconds`.
    package static func window(seconds: Int) -> String {
        let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        let (length, name) = units.first { seconds > 0 && seconds.isMultiple(of: $0.0) } ?? (1, "second")
        return "\(count(seconds / length)) \(name)\(seconds == length ? "" : "s")"
    }

    /// `1 May 2026, 02:10 UTC` for an RFC 3339 time in UTC; anything else as it is, clipped.
    package static func instant(_ text: String) -> String {
        let parts = text.split(maxSplits: 1, whereSeparator: { $0 == "T" || $0 == "t" || $0 == " " })
        guard parts.count == 2, let day = Day(String(parts[0])), let time = time(parts[1]) else { return name(text) }
        return "\(day.text), \(time) UTC"
    }

    private static func time(_ text: Substring) -> String? {
        let bytes = Array(text.utf8.prefix(5))
        guard bytes.count == 5, bytes[2] == 58, [0, 1, 3, 4].allSatisfy({ (48...57).contains(bytes[$0]) }) else {
            return nil
        }
        return String(text.prefix(5))
    }

    /// A name from the data, at most so many scalars of it, with what is no visible character (controls, direction
    /// marks, what XML can't hold) replaced by `U+FFFD`, so that a name can't change how its neighbours read.
    package static func name(_ text: String, atMost limit: Int = 64) -> String {
        let scalars = text.unicodeScalars
        var shown = String.UnicodeScalarView(scalars.prefix(limit).map { isShown($0) ? $0 : "\u{FFFD}" })
        if scalars.count > limit { shown.append("…") }
        return String(shown)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        case 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
