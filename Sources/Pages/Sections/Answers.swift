/// The columns, cells and notes that all tables of answers to the permission prompt have in common.
struct Answers {
    let head: PageHead
    /// The row of the whole app or part. Its opt-in rate decides which rates have an interval narrow enough to be
    /// shown.
    let total: Row?

    /// Returns the columns; `rows` says what the rows are, for example `OS version`.
    func columns(of rows: String) -> [Table.Column] {
        [.words(rows), .bars(Bars.scale())] + head.columns(["grant_rate"], on: .optIn) + [.number("95% interval")]
            + head.columns(["granted", "denied", "undecided", "open_window", "prompted"], on: .optIn)
    }

    /// Returns the cells of a row.
    func cells(_ row: Row) -> [Table.Cell] {
        let rate = grantRate(row)
        let bar = Bars.parts(
            [("allowed", row.int("granted")), ("denied", row.int("denied")), ("no-answer", row.int("undecided"))],
            whisker: rate)
        return [
            .bar(bar), .rate(rate), .interval(rate),
            .number(row.count("granted")), .number(row.count("denied")), .number(row.count("undecided")),
            .number(row.count("open_window"), isOpen: (row.int("open_window") ?? 0) > 0),
            .number(row.count("prompted")),
        ]
    }

    /// Returns the opt-in rate of a row.
    func grantRate(_ row: Row) -> ShownRate {
        row.shown("grant_rate", of: row.settled, usual: total?.rate("grant_rate"))
    }

    static let legend = [
        Figure.Key.patch("allowed", "Allowed"), .patch("denied", "Denied"), .patch("no-answer", "No answer"),
        .whisker("95% interval of “allowed”"),
    ]

    /// Returns the note under the table, which explains the numbers.
    func note(isWithheld: Bool) -> String {
        "Opt-in rate = allowed ÷ (allowed + denied + no answer). Can still answer: asked less than \(head.window) "
            + "before the last event, no answer yet; not counted in bars and rates. “Too few”: under "
            + "\(ShownRate.smallestBase) people, or an interval too wide to mean something."
            + (isWithheld ? " " + head.withheld("people asked") : "")
    }
}

extension PageHead {
    /// Returns a sentence that explains why a row consists of dashes. `people` names what is counted.
    func withheld(_ people: String) -> String {
        "A row of dashes is withheld: fewer than \(PageFormat.count(minimumCell)) \(people), or needed to keep such a "
            + "row from being worked out."
    }
}

extension Row {
    /// The base of the opt-in rate: people who answered, or who did not answer within the conversion window.
    var settled: Count? { counted("prompted", without: "open_window") }
}
