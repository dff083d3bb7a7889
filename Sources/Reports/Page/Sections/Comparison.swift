/// A grant rate beside another one in a table: the difference with its interval, and the p values of the test.
enum Comparison {
    static var columns: [Table.Column] { ["Difference, points", "p", "p adjusted"].map { .number($0) } }

    /// The cells of a row; without a test it says something else, by default a dash, and has no p.
    static func cells(_ row: Row, isTested: Bool = true, otherwise: String = PageFormat.dash) -> [Table.Cell] {
        let difference = isTested ? row.rate("difference") : nil
        let p = { (column: String) in PageFormat.p(difference == nil ? nil : row.double(column)) }
        return [
            .number(difference.map(words) ?? otherwise, label: "Difference"),
            .number(p("p"), label: "p"), .number(p("p_adjusted"), label: "p adjusted"),
        ]
    }

    private static func words(_ difference: Rate) -> String {
        difference.low <= 0 && difference.high >= 0 ? "no clear difference" : PageFormat.points(difference)
    }

    /// What the cells are, for the note of the table. `other` is what a row is compared with, `rule` says more of that.
    static func note(with other: String, rule: String) -> String {
        "Difference: grant rate less that of \(other), with Newcombe’s 95\u{202F}% interval; “no clear difference” "
            + "where it holds 0. \(rule) p: two-sided, pooled z test; adjusted by Benjamini and Hochberg for all "
            + "comparisons of the table."
    }
}
