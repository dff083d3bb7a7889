/// Everyone who came to the ask of one app: from the primer over the dialog to the answer. An app without primers has
/// none, because there everyone who comes to the ask sees the dialog.
struct AskFunnel {
    /// The row of everyone in `ask_by`.
    private let total: Row

    /// Takes the rows of `ask_by`; nil if no one saw a primer or the numbers are withheld.
    init?(_ rows: [Row]) {
        guard let total = rows.first(where: { $0["dimension"] == "all" }), (total.int("primed") ?? 0) > 0 else {
            return nil
        }
        self.total = total
    }

    /// The share of all who came to the ask that allowed notifications, to stand next to the opt-in rate.
    func yield(_ head: PageHead) -> KeyNumber {
        KeyNumber(
            label("yield", head), total.shown("yield", of: total.counted("settled")),
            note: "of \(total.count("settled")) who came to a primer or the dialog")
    }

    /// Returns the funnel. `lines`: what experiments say about the ask.
    func figure(_ head: PageHead, lines: [String]) -> Figure {
        let isBlocked = (total.int("blocked") ?? 0) > 0
        return Figure(
            name: "ask", title: "From the ask to permission",
            caption: "Everyone who came to a primer or the dialog, and how far they went.",
            table: Table(
                style: "versions",
                columns: [.words("Step"), .bars(SafeHTML.joined([]))]
                    + ["Of all who came", "95% interval", "People"].map { .number($0) },
                groups: [
                    [
                        Table.Row(
                            name: label("asked", head),
                            cells: [bar("settled"), .rate(.none), .interval(.none), .number(total.count("settled"))]),
                        step("primed", head), step("primer_accepted", head), step("prompted", head),
                        isBlocked ? step("blocked", head) : nil,
                        step("granted", head, share: "yield", style: "allowed"),
                    ].compactMap(\.self)
                ]),
            lines: lines,
            note: "The opt-in rate is of people who saw the dialog, and a primer decides who these are. The last row "
                + "is of everyone who came, also of those who saw no primer and came straight to the dialog. Whether "
                + "a primer helps, an experiment tells." + stillOpen(head),
            csv: "ask_by")
    }

    private func step(_ column: String, _ head: PageHead, share: String? = nil, style: String = "step") -> Table.Row {
        let rate = total.shown(share ?? column + "_rate", of: total.counted("settled"))
        return Table.Row(
            name: label(column, head),
            cells: [bar(column, style), .rate(rate), .interval(rate), .number(total.count(column))])
    }

    private func bar(_ column: String, _ style: String = "step") -> Table.Cell {
        .bar(Bars.step(total.int(column) ?? 0, of: total.int("settled") ?? 0, style: style))
    }

    /// A sentence on how many people came too lately to be counted; empty if none did.
    private func stillOpen(_ head: PageHead) -> String {
        let open = total.int("open_window") ?? 0
        guard open > 0 else { return "" }
        return " \(total.count("open_window")) more came within the last \(head.window) and "
            + "\(open == 1 ? "is" : "are") not counted yet, answered or not."
    }

    private func label(_ column: String, _ head: PageHead) -> String { head.term(column, of: "The whole ask").label }
}
