package import Reports

/// How numbers are written.
extension PageAccount {
    /// Returns every way in which a page may write a cell, alone or with its interval.
    package static func forms(of column: String, in row: Row) -> [String] {
        guard let value = row.double(column), value.magnitude < 1e12 else { return [] }
        if ["p", "p_adjusted"].contains(column) { return [value < 0.001 ? "< 0.001" : p(value)] }
        guard row.has(column + "_low"), let low = row.double(column + "_low"), let high = row.double(column + "_high")
        else { return forms(of: value) }
        let (from, to) = (signed(low), signed(high))
        return forms(of: value) + [
            "\(percent(low))–\(percent(high))", "\(percent(low))\u{2060}–\u{2060}\(percent(high))",
            "\(from) to \(to)", "\(signed(value)) pts (\(from) to \(to))",
        ]
    }

    /// Returns every way in which a page may write a number.
    static func forms(of value: Double) -> [String] {
        let (isFall, digits) = (value < 0, percent(value.magnitude))
        return [
            count(value), count(value) + (value == 1 ? " person" : " people"), percent(value) + "%", percent(value),
            signed(value), signed(value) + " pts", digits + " points", digits + " pts",
            "\(isFall ? "fell" : "rose") \(digits) points", "\(digits) points \(isFall ? "lower" : "higher")",
            "\(isFall ? "▼" : "▲") \(digits) pts", PageFormat.duration(seconds: max(value, 0)),
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
        let tenths = Int((fraction.magnitude * 1000).rounded())
        return (fraction < 0 && tenths > 0 ? "\u{2212}" : "") + "\(count(Double(tenths / 10))).\(tenths % 10)"
    }

    /// Returns the numbers of rows as sentences write them: each cell, each sum of a column over the days or versions of
    /// an app or over those that can still change, and how many settled.
    package static func numbers(of rows: ReportRows) -> Set<String> {
        rows.names.reduce(into: []) { numbers, name in
            var sums: [[String]: Double] = [:]
            for row in rows[name] {
                for (column, text) in row.all {
                    guard let text, let value = Double(text), value.magnitude < 1e12 else { continue }
                    guard !text.contains(".") else {
                        numbers.formUnion(fractions(value))
                        continue
                    }
                    numbers.insert(count(value))
                    let group = ["app_id", "level"].map { row.has($0) ? row.text($0) : "" } + [column]
                    sums[group, default: 0] += value
                    if row.has("is_open"), row.isTrue("is_open") { sums[group + ["open"], default: 0] += value }
                }
                for (all, open) in [("prompted", "open_window"), ("started", "pending")] where row.has(open) {
                    if let all = row.double(all), let open = row.double(open) { numbers.insert(count(all - open)) }
                }
            }
            numbers.formUnion(sums.values.map(count))
        }
    }

    private static func p(_ value: Double) -> String {
        value >= 0.9995 ? "1.000" : "0." + String(Int((value * 1000).rounded()) + 1_000).suffix(3)
    }

    /// Returns a fraction in per cent, and as a p value or a duration in seconds.
    private static func fractions(_ value: Double) -> [String] {
        [percent(value), "+" + percent(value), percent(value.magnitude), p(value)]
            + PageFormat.duration(seconds: value).split(separator: " ").map(String.init)
    }

    /// Returns the numbers of a text, without those of dates, times, settings and definitions.
    static func loose(_ text: String) -> [String] {
        text.replacing(phrases, with: "").matches(of: number).map { String($0.output.0) }
    }

    nonisolated(unsafe) private static let number = /[+\x{2212}]?\d+(,\d{3})*(\.\d+)?/

    /// Dates, times, settings and definitions.
    nonisolated(unsafe) private static let phrases =
        #/
        \d\d?\ (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(\ \d{4})? | \d\d?:\d\d
        | [A-Za-z]*OS\ \d+(\.\d+)* | \d+\.\d+\.\d\S* | p\ (below|<)\ 0\.\d+ | \d+\ (points|people)\ (or|where)
        | runs\ from\ [\d.]+%\ to\ [\d.]+% | end\ at\ \d+% | \d+\ (comparison\ )?in\ \d+
        | (under|than|needs|had)\ (30|300)\b
        | the\ 28\ before | Figure\ \d+ | spans\ \d+\.\d\ points | 95th | newest\ 1,000
        | \d\ of\ \d\ (data\ )?checks | \d[\d,]*\ more\ .*\ in\ the\ CSV | \d[\d,]*\ (others?|comparisons?),?
        | (fell|rose)\ in\ \d+ | (\d+\ of\ )?\d+\ apps? | and\ \d+\ more\b
        | \d[\d,]*\ (days?|hours?|h|minutes?|seconds?)\b | 95%
        /#
}
