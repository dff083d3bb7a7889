/// A table of one app: opens of notifications and receipts by the state that the app was in, local notifications beside
/// remote ones.
struct OpenStates {
    /// Rows of `notification_states`, one for each state of the app.
    let rows: [Row]

    /// The states in page order, with their labels.
    private static let states = [
        ("foreground", "In the foreground"), ("background", "From the background"),
        ("not_running", "Into a cold start"), ("", "State not reported"),
    ]

    /// What is counted: the first column of the table `notification_states`, and the label on the page.
    private static let counts = [("remote", "Remote opens"), ("local", "Local opens"), ("received", "Receipts")]

    private var listed: [(label: String, row: Row)] {
        Self.states.compactMap { state, label in
            rows.first { $0.text("app_state") == state }.map { (label, $0) }
        }
    }

    /// The kinds of events of which there is one.
    private var kinds: [(column: String, label: String)] {
        Self.counts.filter { kind in rows.contains { ($0.int(kind.0) ?? 0) > 0 } }
    }

    private func total(_ column: String) -> Count { Row.total(column, of: rows) }

    /// Returns the share of a state. Its interval may be as wide as the largest share is large.
    private func share(_ column: String, _ row: Row) -> ShownRate {
        let largest = rows.compactMap { $0.rate("\(column)_share") }.max { $0.value < $1.value }
        return row.shown("\(column)_share", of: total(column), usual: largest)
    }

    /// Returns the figure; nil if nothing was received or opened.
    func figure(_ head: PageHead) -> Figure? {
        guard let first = kinds.first else { return nil }
        return Figure(
            name: "states", title: "Where notifications are opened",
            caption:
                "Events by the state that the app was in: open in the foreground, in the background, or not running. "
                + "Shares are of all events of the column.",
            legend: [.patch("allowed", "Share of \(first.label.lowercased())"), .whisker("95% interval")],
            table: Table(
                style: "versions many named",
                columns: [.words("State of the app"), .bars(Bars.scale())]
                    + kinds.flatMap { [.number($0.label), .number("Share"), .number("95% interval")] },
                groups: [
                    listed.map { label, row in
                        Table.Row(
                            name: label,
                            cells: [.bar(Bars.rate(share(first.column, row), style: "allowed", top: 1))]
                                + kinds.flatMap { cells($0, row) })
                    }
                ]),
            note: note(head), csv: "notification_states_daily")
    }

    private func cells(_ kind: (column: String, label: String), _ row: Row) -> [Table.Cell] {
        let share = share(kind.column, row)
        return [
            .number(row.count(kind.column), label: kind.label), .number(share.text, label: "Share"), .interval(share),
        ]
    }

    private func note(_ head: PageHead) -> String {
        let local = total("local").value > 0 ? "Local: the app scheduled the notification. " : ""
        let received =
            total("received").value > 0
            ? "A receipt is reported if app code ran when the notification came, so most notifications have none. " : ""
        let isWithheld = rows.contains { $0["remote"] == nil }
        return local + received + (isWithheld ? head.withheld("receipts and opens") + " " : "")
    }
}
