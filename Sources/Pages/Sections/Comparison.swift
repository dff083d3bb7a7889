/// The table column that compares the opt-in rate of an OS version with that of the version before it: the difference
/// with its interval. The p values are in a separate table, which the page opens on demand.
enum Comparison {
    static var columns: [Table.Column] { [.number("Difference, points")] }

    /// Returns the cells of a row.
    static func cells(_ row: Row) -> [Table.Cell] {
        [.number(row.rate("difference").map(words) ?? PageFormat.dash, label: "Difference")]
    }

    /// Returns the table of p values of rows with a difference; nil if there are none.
    static func tests(_ rows: [Row]) -> Table? {
        guard !rows.isEmpty else { return nil }
        return Table(
            style: "days",
            columns: [.words("OS version")] + ["Difference, points", "p", "p adjusted"].map { .number($0) },
            groups: [
                rows.map { row in
                    Table.Row(
                        name: row.versionLabel,
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

    /// The explanation of these columns for the note under the table.
    static let note =
        "Difference: opt-in rate minus that of the version before it of the same system, with Newcombe’s 95% interval; "
        + "“no clear difference” if it contains 0. Only versions of \(ShownRate.smallestBase) people or more are compared. "
        + "The data table has p: two-sided, pooled z test; adjusted by Benjamini and Hochberg for all comparisons of the "
        + "table."
}
