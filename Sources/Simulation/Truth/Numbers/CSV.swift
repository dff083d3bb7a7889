extension Truth {
    /// Text of a CSV table: RFC 4180 with `\n`.
    package enum CSV {
        /// A table of a header and rows of finished cells.
        static func table(_ header: String, _ rows: [[String]]) -> String {
            let names = header.split(separator: " ").joined(separator: ",")
            return rows.reduce(into: names + "\n") { $0 += $1.joined(separator: ",") + "\n" }
        }

        /// A text cell: quoted where it must be, with a leading `'` where a spreadsheet could take it for a formula.
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

        /// The two cells of an OS: its name and `major.minor`, both empty where none is known.
        static func system(_ os: OperatingSystem?) -> [String] {
            guard let os else { return ["", ""] }
            return [text(Text(os.name)), "\(os.major).\(os.minor)"]
        }

        /// A proportion `k / n` and its interval as three cells, empty where `n` is 0.
        static func proportion(_ k: Int, of n: Int) -> [String] {
            let interval = Wilson(k, of: n)
            return [
                Decimal.ratio(k, n), interval.map { Decimal.text($0.low) } ?? "",
                interval.map { Decimal.text($0.high) } ?? "",
            ]
        }
    }
}
