extension Truth {
    /// Formats CSV tables: RFC 4180, but with `\n` line ends.
    package enum CSV {
        /// Returns a table; `header` lists the column names separated by spaces, `rows` have formatted cells.
        static func table(_ header: String, _ rows: [[String]]) -> String {
            let names = header.split(separator: " ").joined(separator: ",")
            return rows.reduce(into: names + "\n") { $0 += $1.joined(separator: ",") + "\n" }
        }

        /// Returns a text cell, quoted if necessary. A leading `'` is added to text that a spreadsheet could read as a
        /// formula.
        package static func text(_ text: Text) -> String {
            let value = text.string
            let guarded = startsLikeFormula(value) ? "'" + value : value
            guard guarded.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
                return guarded
            }
            return "\"" + guarded.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
        }

        private static func startsLikeFormula(_ value: String) -> Bool {
            var rest = Substring(value).unicodeScalars
            while let first = rest.popFirst() {
                if "=+-@＝＋－＠\t\r\n".unicodeScalars.contains(first) { return true }
                guard first.properties.isWhitespace || first.value == 0xFEFF else { return false }
            }
            return false
        }

        /// Returns the two cells of an OS: its name and `major.minor`; both empty if it is nil.
        static func system(_ os: OperatingSystem?) -> [String] {
            guard let os else { return ["", ""] }
            return [text(Text(os.name)), "\(os.major).\(os.minor)"]
        }

        /// Returns `k / n` and its 95% Wilson interval as three cells; empty if `n` is 0.
        static func proportion(_ k: Int, of n: Int) -> [String] {
            let interval = Wilson(k, of: n)
            return [
                Decimal.ratio(k, n), interval.map { Decimal.text($0.low) } ?? "",
                interval.map { Decimal.text($0.high) } ?? "",
            ]
        }
    }
}
