/// The table columns that compare a opt-in rate with another one: the difference with its interval, p and adjusted p.
enum Comparison {
    static var columns: [Table.Column] { ["Difference, points", "p", "p adjusted"].map { .number($0) } }

    /// Returns the cells of a row. If the row was not tested, shows `otherwise` in place of the difference, and dashes
    /// in place of both p values.
    static func cells(_ row: Row, isTested: Bool = true, otherwise: String = PageFormat.dash) -> [Table.Cell] {
        let difference = isTested ? row.rate("difference") : nil
        let p = { (column: String) in
            CellMark.mark(PageFormat.p(difference == nil ? nil : row.double(column)), row.cell(column))
        }
        return [
            .number(difference.map(words) ?? otherwise, label: "Difference"),
            .number(p("p"), label: "p"), .number(p("p_adjusted"), label: "p adjusted"),
        ]
    }

    /// Returns the difference, or `no clear difference` if its interval contains 0.
    private static func words(_ difference: Rate) -> String {
        difference.low <= 0 && difference.high >= 0 ? "no clear difference" : PageFormat.points(difference)
    }

    /// Returns the explanation of these columns for the note under the table. `other` names what each row is compared
    /// with; `rule` is a sentence about what is compared.
    static func note(with other: String, rule: String) -> String {
        "Difference: opt-in rate less that of \(other), with Newcombe’s 95% interval; “no clear difference” "
            + "where it holds 0. \(rule) p: two-sided, pooled z test; adjusted by Benjamini and Hochberg for all "
            + "comparisons of the table."
    }
}
