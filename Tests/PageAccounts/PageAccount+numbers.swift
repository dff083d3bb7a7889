package import Pages

/// How numbers are written.
extension PageAccount {
    /// Returns every way in which a page may write a cell, alone or with its interval.
    package static func forms(of column: String, in row: Row) -> [String] {
        guard let value = row.double(column), value.magnitude < 1e12 else { return [] }
        if ["p", "p_adjusted"].contains(column) { return [value < 0.001 ? "< 0.001" : p(value)] }
        if column == "target" { return [percent(value).replacing(".0", with: "") + "%"] }
        // Turn-offs are per 1,000, or parts of turn-offs, not fractions.
        if column == "turn_offs" { return [tenths(value)] }
        if column == "turn_offs_per_1000" {
            let bounds = [row.double(column + "_low"), row.double(column + "_high")].map { tenths($0 ?? value) }
            return [tenths(value), bounds.joined(separator: "–")]
        }
        if ["value", "before", "difference"].contains(column), row.has("metric"), row["metric"] == "turn_offs" {
            let bounds = [row.double(column + "_low"), row.double(column + "_high")].map { signed(10 * ($0 ?? value)) }
            return [percent(10 * value), bounds.joined(separator: " to ")]
        }
        guard row.has(column + "_low"), let low = row.double(column + "_low"), let high = row.double(column + "_high")
        else { return forms(of: value) }
        let (from, to) = (signed(low), signed(high))
        return forms(of: value) + [
            "\(from) to \(to)%", "\(percent(low))–\(percent(high))", "\(percent(low))\u{2060}–\u{2060}\(percent(high))",
            "\(from) to \(to)", "\(signed(value)) pts (\(from) to \(to))",
        ] + (column == "share" && value > 0 && value < 0.001 ? ["< 0.1%"] : [])
    }

    /// Returns every way in which a page may write a number.
    static func forms(of value: Double) -> [String] {
        let (isFall, digits) = (value < 0, percent(value.magnitude))
        return [
            count(value), count(value) + (value == 1 ? " person" : " people"), percent(value) + "%", percent(value),
            signed(value), signed(value) + " pts", digits, digits + " points", digits + " pts",
            "\(isFall ? "fell" : "rose") \(digits) points", "\(digits) points \(isFall ? "lower" : "higher")",
            "\(isFall ? "▼" : "▲") \(digits) pts", "\(isFall ? "fell" : "rose") \(digits)%",
            "\(isFall ? "▼" : "▲") \(digits)%",
            PageFormat.duration(seconds: max(value, 0)),
        ]
    }

    /// Returns the ways in which a page may write a relative change.
    static func forms(ofGrowth growth: Double) -> [String] {
        let percent = count((growth.magnitude * 100).rounded())
        return [percent == "0" ? "as many as before" : "\(growth < 0 ? "▼" : "▲") \(percent)%"]
    }

    private static func signed(_ fraction: Double) -> String {
        fraction > 0 && percent(fraction) != "0.0" ? "+" + percent(fraction) : percent(fraction)
    }

    private static func count(_ number: Double) -> String {
        let digits = String(Int(number.magnitude.rounded()))
        let grouped = digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
        return number < 0 ? "\u{2212}" + grouped : grouped
    }

    private static func percent(_ fraction: Double) -> String {
        // Half a unit in decimals can be a little less in binary.
        let tenths = Int((fraction.magnitude * 1000 + 1e-9).rounded())
        return (fraction < 0 && tenths > 0 ? "\u{2212}" : "") + "\(count(Double(tenths / 10))).\(tenths % 10)"
    }

    private static func tenths(_ number: Double) -> String { percent(number / 100) }

    private static func p(_ value: Double) -> String {
        value >= 0.9995 ? "1.000" : "0." + String(Int((value * 1000).rounded()) + 1_000).suffix(3)
    }

    /// Returns the numbers of a text, without those of dates, times, settings and definitions.
    static func loose(_ text: String) -> [String] {
        text.replacing(phrases, with: "").matches(of: number).map { String($0.output.0) }
    }

    nonisolated(unsafe) private static let number = /[+\x{2212}]?\d+(,\d{3})*(\.\d+)?/

    /// What has numbers that are of no cell: dates and times; names of versions, measures and variants; settings and their consequences (windows,
    /// minimum cells, the fewest people); definitions; the rates since a mark; ends of axes; how many things the page itself lists or leaves out; zeros
    /// of what has no row.
    nonisolated(unsafe) private static let phrases =
        #/
        \d\d?\ (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(\ \d{4})? | \d\d?:\d\d
        | ([A-Za-z]*OS|Android|(app|App)\ version)\ \d+(\.\d+)* | \d+\.\d+\.\d\S*
        | [Ff]ewer\ than\ [\d,]+ | ([Uu]nder|than|needs|had)\ (30|100|300)\b | \d+\ people\ (or|where|are\ needed) | (the\ )?newest\ 1,000
        | about\ \d+\ of\ \d+ | because\ 300\ are | [\d.]+%\ since,\ [\d.]+%\ before\ \(.*?\) | p\ (below|<)\ 0\.\d+ | \d+\ points\ (or|where) | 95th | 95% | \d+\ (comparison\ )?in\ \d+ | 19\ of\ 20
        | (per|Of)\ 1,000 | ^(0|\d+–\d+|33\+)$ | the\ 28\ before | _\d+[dh]?\b | first\ 24\ h
        | runs\ from\ [\d.]+%\ to\ [\d.]+% | runs\ from\ \S+\ to\ \S+\ points | ends?\ at\ \d+% | (from|at|as|contains)\ 0\b
        | spans\ \d+\.\d\ points | \d\ of\ \d\ +(data\ )?checks
        | \d[\d,]*\ (others?|comparisons?|versions?),? | \d[\d,]*\ other\b | and\ \d+\ more\b
        | \d[\d,]*\ more\ [^.]*\ in\ (the\ (CSV|report)|analytics) | \d[\d,]*\ smaller\ OS | \d+-day | first\ \d[\d,]*\ of\ \d[\d,]*
        | (fell|rose)\ in\ \d+ | (\d+\ of\ )?\d+\ apps? | (\d[\d,]*\ of\ )?\d[\d,]*\ (days?|weeks?|hours?|h|minutes?|seconds?)\b
        | \ 0(?=\ ) | ^\s*0\.0%\s*$
        /#
}
