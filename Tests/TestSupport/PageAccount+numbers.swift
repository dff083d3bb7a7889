package import Reports

/// How numbers are written.
extension PageAccount {
    /// Returns every way in which a page may write a cell, alone or with its interval.
    package static func forms(of column: String, in row: Row) -> [String] {
        guard let value = row.double(column), value.magnitude < 1e12 else { return [] }
        var forms = [count(value), percent(value) + "\u{202F}%"]
        if row.has(column + "_low"), let low = row.double(column + "_low"), let high = row.double(column + "_high") {
            let (from, to) = (percent(low), percent(high))
            let signed = { (number: Double) in
                number > 0 && percent(number) != "0.0" ? "+" + percent(number) : percent(number)
            }
            let points = [value, low, high].map(signed)
            forms += [
                "\(from)–\(to)", "\(from)\u{2060}–\u{2060}\(to)",
                "\(points[0]) pts (\(points[1]) to \(points[2]))",
            ]
        }
        return forms
    }

    private static func count(_ number: Double) -> String {
        let digits = String(Int(number.magnitude.rounded()))
        let grouped = digits.replacing(/\d(?=(\d{3})+$)/) { $0.output.0 + "," }
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

    /// Returns a fraction in per cent, and as a p value or a duration in seconds.
    private static func fractions(_ value: Double) -> [String] {
        let p = "0." + String(Int((value * 1000).rounded()) + 1_000).suffix(3)
        return [percent(value), "+" + percent(value), percent(value.magnitude), p]
            + PageFormat.duration(seconds: value).split(separator: " ").map(String.init)
    }

    /// Returns the numbers of a text, without those of dates, times, settings and definitions.
    static func loose(_ text: String) -> [String] {
        let phrases =
            #/
            \d\d?\ (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\ \d{4} | \d\d?:\d\d
            | [A-Za-z]*OS\ \d+(\.\d+)* | \d+\.\d+\.\d\S* | p\ (below|<)\ 0\.\d+ | \d+\ (points|people)\ (or|where)
            | (from|to|at)\ \d[\d,.]*\x{202F}% | \d+\ in\ \d+ | (under|than|needs|had)\ 30\b
            | the\ 28\ before | Figure\ \d+ | spans\ \d+\.\d\ points | 95th | newest\ 1,000
            | \d\ of\ \d\ (data\ )?checks | \d[\d,]*\ more\ .*\ in\ the\ CSV
            | \d[\d,]*\ (days?|hours?|minutes?|seconds?)\b | 95[\ \x{202F}]%
            /#
        return text.replacing(phrases, with: "").matches(of: /[+\x{2212}]?\d+(,\d{3})*(\.\d+)?/).map {
            String($0.output.0)
        }
    }
}
