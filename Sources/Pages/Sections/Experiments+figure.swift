extension Experiments {
    /// The largest number of plots, and of days that a plot draws.
    private static let (plots, drawnDays) = (4, 40)

    /// Returns the table of all variants, then of arms with which nothing can be compared. The variants with most people
    /// have a plot.
    ///
    /// - Parameter hasPlots: whether the page has room for plots.
    func figure(_ head: PageHead, _ budget: PageBudget, hasPlots: Bool) -> Figure {
        let plotted = largest.prefix(hasPlots ? Self.plots : 0)
        let listed = Array(rows.prefix(budget.rows))
        let left = rows.count - listed.count
        let alone = lone.prefix(budget.rows)
        let isWithheld = (listed + alone).contains { $0["settled"] == nil }
        return Figure(
            name: base == .assigned ? "assigned" : "experiments", title: title, caption: caption(head),
            table: Table(
                style: "versions stacked named",
                columns: [.words("Variant")] + columns.map { .number($0) } + [.words("What is clear")],
                groups: listed.indices.map { $0 }.chunked {
                    listed[$0].text("experiment").utf8.elementsEqual(listed[$1].text("experiment").utf8)
                }.map { $0.map { tableRow(listed[$0], plotted.firstIndex(of: $0)) } }
                    + alone.map { [tableRow(alone: $0, head)] }),
            note: note(head)
                + (isWithheld ? " " + head.withheld("people \(base.rawValue)") : "")
                + (left > 0 ? " \(PageFormat.counted(left, "more is", "more are")) in the CSV." : ""),
            csv: "opt_in_experiments")
    }

    private var title: String {
        switch base {
        case .assigned: "Experiments"
        case .asked: hasOthers ? "Experiments among people who were asked" : "Experiments"
        }
    }

    private var columns: [String] {
        switch base {
        case .assigned: ["Of assigned", "Of control", "Difference", "Assigned", "Control assigned"]
        case .asked: ["Opt-in rate", "Control", "Difference", "Asked", "Control asked"]
        }
    }

    private func caption(_ head: PageHead) -> String {
        switch base {
        case .assigned:
            "Each arm against its control: who allows, and who can be reached, \(head.window) after the arm was "
                + "drawn, of everyone for whom it was."
        case .asked:
            "Each variant of the prompt against the control of its placement, since the experiment began."
        }
    }

    private func note(_ head: PageHead) -> String {
        let always =
            "You may look every day: of experiments without a difference, 19 of 20 never become clear."
        return switch base {
        case .assigned:
            "Everyone assigned since the first day with a second arm, and at least \(head.window) ago, whatever the "
                + "arm did. A wait before the ask must be shorter than \(head.window). " + always
        case .asked:
            (hasOthers
                ? "These are only people who saw the dialog. Where a variant changes who sees it, as a primer or a "
                    + "later ask does, this table can't tell whether more people allow: see the one above. " : "")
                + "Everyone asked since the first day with a second variant, and at least \(head.window) ago. " + always
        }
    }

    /// Returns the row of a variant. `number`: that of its plot; nil if it has none.
    private func tableRow(_ row: Row, _ number: Int?) -> Table.Row {
        let words = sentence(row)
        let drawing = number.flatMap { plot(row, id: "\(base == .assigned ? "arm" : "experiment")-\($0 + 1)") }
        return Table.Row(
            name: name(of: row),
            cells: [
                .number(row.percent("rate")), .number(row.percent("rate_control")),
                .number(Self.difference(row).map(PageFormat.points) ?? PageFormat.dash),
                .number(row.count("settled")), .number(row.count("settled_control")),
                drawing.map { Table.Cell.plot(words, $0) } ?? .words(words),
            ])
    }

    /// Returns the row of an arm with which nothing can be compared: its people, and no verdict.
    private func tableRow(alone row: Row, _ head: PageHead) -> Table.Row {
        Table.Row(
            name: ["experiment", "variant"].map { Self.named(row, $0) }.joined(separator: " · "),
            cells: [
                .number(PageFormat.dash), .number(PageFormat.dash), .number(PageFormat.dash),
                .number(row.count("settled")), .number(PageFormat.dash),
                .words(
                    "Nothing to compare with: nobody \(base.rawValue) at least \(head.window) ago has another arm "
                        + "yet."),
            ])
    }

    /// Returns the plot of the difference by day; nil if no day has one.
    private func plot(_ row: Row, id: String) -> SafeHTML? {
        let own = days.filter { day in
            ["experiment", "variant", "outcome"].allSatisfy { day.text($0).utf8.elementsEqual(row.text($0).utf8) }
        }
        let points = own.compactMap { day in
            day.day("day").flatMap { date in
                day.rate("difference").map { DifferencePlot.Point(day: date, difference: $0) }
            }
        }
        let step = points.count / Self.drawnDays + 1
        let drawn = points.enumerated().filter { (points.count - 1 - $0.offset).isMultiple(of: step) }.map(\.element)
        guard let plot = DifferencePlot(drawn), let last = points.last else { return nil }
        let title =
            (["\(Self.named(row, "variant")) against \(Self.named(row, "control"))", Self.named(row, "experiment")]
            + outcome(of: row)).joined(separator: ", ")
        let svg = plot.svg(
            id: id, title: title,
            description: "A line with a band that narrows, and a line at 0. On \(last.day.text): "
                + "\(PageFormat.points(last.difference)). The axis runs from \(plot.axis).")
        return .element("div", ["class": "plot"], [svg])
    }
}
