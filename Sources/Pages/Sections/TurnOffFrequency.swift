/// A table of an app: how many people turned notifications off, and how many opened one, by how many they had been sent.
struct TurnOffFrequency {
    /// Rows of `turn_offs_by_frequency`, from few sends to many.
    let rows: [Row]

    /// Returns the figure; nil if nobody could be reached.
    func figure(_ head: PageHead) -> Figure? {
        guard !rows.isEmpty else { return nil }
        let top = Bars.top(of: rows.map { off($0) })
        return Figure(
            name: "frequency", title: "How often is too often",
            caption: "People who could be reached 28 days before the end of the range, by the notifications that they "
                + "had been sent in the 28 days before that: percent of them who had turned notifications off at the "
                + "end, and who opened a notification in between.",
            legend: [.patch("denied", "Turned off"), .whisker("95% interval")],
            table: Table(
                style: "versions",
                columns: [.words("Sent in 28 days"), .bars(Bars.scale(top: top))]
                    + ["Turned off", "95% interval", "Openers", "95% interval", "People"].map { .number($0) },
                groups: [rows.map { line($0, top: top) }]),
            lines: [answer].compactMap(\.self),
            note: "People who get more notifications differ in other ways too: this is what came before, not why. An "
                + "experiment, in which chance decides how many a person gets, tells why. People who never come back, and "
                + "those who delete the app, count as before. The bars end at \(top)%."
                + (rows.contains { $0["people"] == nil } ? " " + head.withheld("people") : ""),
            csv: "turn_offs_by_frequency")
    }

    /// Whether those who were sent most turned notifications off more often than those who were sent least, of the rows
    /// with a rate; nil if fewer than two have one.
    private var answer: String? {
        let shown = rows.compactMap { off($0).shown }
        guard let least = shown.first, let most = shown.last, shown.count > 1 else { return nil }
        let isOfAll = [rows[0], rows[rows.count - 1]].allSatisfy { off($0).shown != nil }
        let end = isOfAll ? "" : ", of those who are enough for a rate"
        let than = "of those who were sent most turned notifications off than of those who were sent least\(end)."
        if most.low > least.high { return "More \(than)" }
        if most.high < least.low { return "Fewer \(than)" }
        return "No clear difference between those who were sent most and those who were sent least\(end): the "
            + "intervals overlap."
    }

    private func off(_ row: Row) -> ShownRate { row.shown("turned_off_rate", of: row.counted("people")) }

    private func line(_ row: Row, top: Int) -> Table.Row {
        let (off, opener) = (off(row), row.shown("opener_rate", of: row.counted("people")))
        return Table.Row(
            name: row.text("sends").replacing(["-": "–"]),
            cells: [
                .bar(Bars.rate(off, style: "denied", top: Double(top) / 100)), .rate(off), .interval(off),
                .number(opener.text, label: "Openers"), .number(opener.interval, label: "95% interval"),
                .number(row.count("people"), label: "People"),
            ])
    }
}
