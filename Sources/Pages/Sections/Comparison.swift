/// The table column that compares an opt-in rate with another one: the difference with its interval. The p values are in
/// a separate table, which the page opens on demand.
enum Comparison {
    static var columns: [Table.Column] { [.number("Difference, points")] }

    /// Returns the cells of a row. If the row was not tested, shows `otherwise` in place of the difference.
    static func cells(_ row: Row, isTested: Bool = true, otherwise: String = PageFormat.dash) -> [Table.Cell] {
        let difference = isTested ? row.rate("difference") : nil
        return [.number(difference.map(words) ?? otherwise, label: "Difference")]
    }

    /// Returns the table of p values of tested rows, each with its name; nil if there are none. `label` says what the
    /// rows are.
    static func tests(_ rows: [(name: String, row: Row)], of label: String) -> Table? {
        guard !rows.isEmpty else { return nil }
        return Table(
            style: "days", columns: [.words(label)] + ["Difference, points", "p", "p adjusted"].map { .number($0) },
            groups: [
                rows.map { name, row in
                    Table.Row(
                        name: name,
                        cells: [
                            .number(
                                row.rate("difference").map(PageFormat.points) ?? PageFormat.dash, label: "Difference"),
                            .number(row.p("p"), label: "p"), .number(row.p("p_adjusted"), label: "p adjusted"),
                        ])
                }
            ])
    }

    /// Returns the difference, or `no clear difference` if its interval contains 0.
    private static func words(_ difference: Rate) -> String {
        difference.low <= 0 && difference.high >= 0 ? "no clear difference" : PageFormat.points(difference)
    }

    /// Returns the explanation of these columns for the note under the table. `other` names what each row is compared
    /// with; `rule` is a sentence about what is compared.
    static func note(with other: String, rule: String) -> String {
        "Difference: opt-in rate minus that of \(other), with Newcombe’s 95% interval; “no clear difference” "
            + "if it contains 0. \(rule) The data table has p: two-sided, pooled z test; adjusted by Benjamini and "
            + "Hochberg for all comparisons of the table."
    }
}
