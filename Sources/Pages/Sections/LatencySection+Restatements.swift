extension LatencySection {
    /// The largest number of rows in the figure; the CSV has all.
    private static let listed = 20

    /// Returns the figure of restatements: numbers that an earlier report published and that have changed since.
    func restatements(_ head: PageHead, _ budget: PageBudget) -> Figure {
        let shown = restated.prefix(min(Self.listed, budget.rows))
        return Figure(
            name: "restatements", title: "Corrections to earlier reports",
            caption: "Daily numbers of the previous report that late events changed.",
            empty: !shown.isEmpty
                ? ""
                : head.comparedHorizon == nil ? "Nothing is compared yet." : "No earlier number has changed.",
            table: shown.isEmpty ? nil : Self.table(of: shown),
            note: note(listed: shown.count),
            days: head.comparedHorizon.map {
                "The previous report knew events received up to \(PageFormat.instant($0))"
            }
                ?? "There is no earlier report with the same time zone, windows, minimum cell and apps",
            csv: "restatements")
    }

    private static func table(of rows: ArraySlice<Row>) -> Table {
        Table(
            style: "checks", columns: [.words("Day"), .number("Published"), .number("Now"), .words("Number")],
            groups: [
                rows.map { row in
                    Table.Row(
                        name: place(of: row),
                        cells: [
                            .number(row.count("before"), label: "Published"), .number(row.count("after"), label: "Now"),
                            .words("\(row.text("measure")) in \(row.text("table"))"),
                        ])
                }
            ])
    }

    /// Returns the day and OS version of a row, for example `3 Mar 2026, iOS 17.4`.
    private static func place(of row: Row) -> String {
        let day = row.day("day")?.text ?? row.text("day")
        return row.text("os_name").isEmpty ? day : "\(day), \(row.text("os_name")) \(row.text("os_version"))"
    }

    private func note(listed: Int) -> String {
        guard let late = restated.compactMap({ $0.counted("late_events") }).max(by: { $0.value < $1.value }) else {
            return ""
        }
        let (some, all) = (PageFormat.count(listed), PageFormat.count(restated.count))
        let rest = restated.count > listed ? " The first \(some) of \(all) are here; all are in the CSV." : ""
        let events = "\(late.text) late \(late.value == 1 ? "event" : "events")"
        return "\(events) came since. A dash: no such row." + rest
    }
}
