extension Truth {
    /// Text of a CSV table: RFC 4180 with `\n`.
    enum CSV {
        /// A table of a header and rows of finished cells.
        static func table(_ header: [String], _ rows: [[String]]) -> String {
            ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
        }

        /// A text cell: quoted where it must be, with a leading `'` where a spreadsheet could take it for a formula.
        static func text(_ value: String) -> String {
            let guarded = startsLikeFormula(value) ? "'" + value : value
            guard guarded.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
                return guarded
            }
            let parts = guarded.split(separator: "\"", omittingEmptySubsequences: false)
            return "\"" + parts.joined(separator: "\"\"") + "\""
        }

        private static func startsLikeFormula(_ value: String) -> Bool {
            value.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
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
