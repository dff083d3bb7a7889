/// How prominently notifications reach people: the levels of the reachable installations.
extension ReachSection {
    /// The levels in the order of the areas, the most prominent first: column, CSS class and label.
    static let levels = [
        ("level_prominent", "allowed", "At once"), ("level_scheduled", "deep", "In the summary"),
        ("level_quiet", "quiet", "Quietly"), ("level_badge", "step", "Badge or sound only"),
        ("level_unknown", "no-answer", "Unknown"),
    ]

    /// Returns whether the level of at least half of the reachable installations is known. Without settings only those on
    /// trial, and those that chose to keep notifications, have one.
    private static func isTold(_ row: Row) -> Bool {
        guard let reachable = row.int("reachable"), reachable > 0, let unknown = row.int("level_unknown") else {
            return false
        }
        return 2 * unknown <= reachable
    }

    /// The share of installations with a known status that notifications reach at once; none if too few levels are known.
    static func atOnce(_ row: Row?) -> ShownRate {
        guard let row, isTold(row) else { return .none }
        return row.shown("at_once_rate", of: row.counted("reach_base"))
    }

    /// The share as words, with "at least" if the settings of some reachable installations are unknown; nil if too few
    /// levels are known.
    static func atOnceWords(_ row: Row?) -> String? {
        atOnce(row).shown.map { (row?.int("level_unknown") == 0 ? "" : "at least ") + PageFormat.percent($0) }
    }

    /// The key number of those whom notifications reach at once; nil if too few levels are known.
    func atOnceNumber(_ last: Row) -> KeyNumber? {
        let atOnce = Self.atOnce(last)
        guard atOnce != .none else { return nil }
        let unknown = last.int("level_unknown") == 0 ? "" : "; \(last.count("level_unknown")) did not say"
        return KeyNumber(
            "Reached at once", atOnce,
            note: "\(last.count("level_prominent")) of \(last.count("reach_base")) with a known status\(unknown)")
    }

    /// The key number of those who left, also since the first day of the range; nil if no one did.
    func goneNumber(_ last: Row) -> KeyNumber? {
        guard let gone = last.int("gone"), gone > 0 else { return nil }
        let note = "left: the app is deleted, or its token no longer valid"
        return KeyNumber("Gone", last, "gone", note: note + sinceFirstDay(gone, last))
    }

    /// Words on how many more are gone than at the end of the first day; empty if they are as many.
    private func sinceFirstDay(_ gone: Int, _ last: Row) -> String {
        guard let first = days.first(where: { $0["installations"] != nil }), let before = first.int("gone"),
            let day = first.day("day"), gone != before
        else { return "" }
        let cells = (gone > before ? [last, first] : [first, last]).map { $0.cell("gone") }
        let count = CellMark.mark(
            PageFormat.count(abs(gone - before)), CellMark.difference(cells[0], cells[1]))
        return "; \(count) \(gone > before ? "more" : "fewer") than at the end of \(day.text)"
    }

    /// Words on those who left; empty if no one did.
    func leftWords(_ last: Row) -> String {
        guard let gone = last.int("gone"), gone > 0 else { return "" }
        return " \(last.count("gone")) \(gone == 1 ? "has" : "have") left\(sinceFirstDay(gone, last))."
    }

    /// The end of the sentence on the reachable installations: how many see notifications at once, and what the others
    /// get.
    func levelWords(_ row: Row) -> String {
        let parts = [
            ("level_scheduled", "in the scheduled summary"), ("level_quiet", "where only those who look find them"),
            ("level_badge", "as a badge or a sound at most"), ("level_unknown", "in a way that is not known"),
        ].filter { (row.int($0.0) ?? 0) > 0 }.map { "\(row.count($0.0)) \($0.1)" }
        let others = parts.isEmpty ? "" : "; \(parts.joined(separator: ", "))"
        return ", \(row.count("level_prominent")) with an alert that is seen at once, as a banner or on the lock screen"
            + others
    }

    /// Returns the figure of the reachable installations by level; nil if too few levels are known.
    func levels(_ budget: PageBudget) -> Figure? {
        guard let last, Self.isTold(last) else { return nil }
        let points = Weeks.ends(of: days)
        guard let plot = plot(points, Self.levels.map(\.0), Self.levels.map(\.1), budget) else { return nil }
        let title = "How prominently notifications reach people, at the end of each \(Weeks.name(step))"
        return Figure(
            name: "levels", title: title,
            caption: "Installations that can be sent notifications, by what the person left on in Settings.",
            legend: Self.levels.map { .patch($0.1, "\($0.2), \(last.count($0.0))") },
            plot: { id in
                plot.areas(
                    id: id, title: title,
                    description: "Stacked areas, one for each level. The figure’s table has the numbers.")
            }, data: table(points, Self.levels.map { ($0.0, $0.2) }, budget),
            note: "The vertical axis starts at 0. At once: a banner, an alert or the lock screen is on, and no "
                + "scheduled summary. Quietly: provisional, or only in the notification centre. Unknown: nothing was "
                + "reported since the permission last changed. Focus, and what the system summarizes, can't be seen. "
                + plot.markSentence + DayFigure.omission(points.count, budget, step), csv: "reach_daily")
    }

    /// Returns the figure of the opens within 24 hours by the level of the receiver; nil if too few levels are known.
    func opensByLevel(_ head: PageHead) -> Figure? {
        guard let last, Self.isTold(last), !opens.isEmpty else { return nil }
        let labels = Dictionary(uniqueKeysWithValues: Self.levels.map { ($0.0.dropFirst("level_".count), $0.2) })
        let order = Self.levels.map { $0.0.dropFirst("level_".count) }
        let rows = opens.sorted { one, other in
            let place = { (row: Row) in order.firstIndex { $0 == row.text("level") } ?? order.count }
            return place(one) < place(other)
        }
        let rate = { (row: Row) in row.shown("open_rate_24h", of: row.counted("sent_24h")) }
        return Figure(
            name: "level-opens", title: "Opened within 24 hours, by how the notification arrived",
            caption: "Sends of the last week by what the receiver had left on when it was sent, percent opened within "
                + "24 hours.",
            table: Table(
                style: "versions many",
                columns: [.words("Arrived")]
                    + ["Sent", "Opened", "Rate", "95% interval"].map { .number($0) },
                groups: [
                    rows.map { row in
                        Table.Row(
                            name: labels[row.text("level")[...]] ?? "Not reachable",
                            cells: [
                                .number(row.count("sent_24h"), label: "Sent"),
                                .number(row.count("opened_24h"), label: "Opened"), .rate(rate(row)),
                                .interval(rate(row)),
                            ])
                    }
                ]),
            note: "Only sends whose first 24 hours are over. People choose their settings themselves, so a difference "
                + "between rows is also one between people. "
                + (rows.contains { $0["sent_24h"] == nil } ? head.withheld("installations sent to") : ""),
            csv: "opens_by_level", isHalf: true)
    }
}
