extension OptInSection {
    /// A plot of the share of people who allowed or denied by time since the prompt; nil if too few were asked.
    var decisions: Figure? {
        let moments = curve.map { PageFormat.moment(seconds: $0.int("seconds") ?? 0) }
        let lines = [("allowed", "Allowed", "granted_rate"), ("denied", "Denied", "denied_rate")]
            .map { style, name, column in
                CurvePlot.Line(style: style, name: name, rates: curve.compactMap { $0.rate(column) })
            }
        guard let first = curve.first, (first.int("prompted") ?? 0) >= ShownRate.smallestBase,
            let plot = CurvePlot(moments: moments, lines: lines)
        else { return nil }
        let ends = lines.map { $0.rates.last.map { PageFormat.percent($0) } ?? PageFormat.dash }
        let title = "Time from the prompt to the answer"
        return Figure(
            name: "decisions", title: title,
            caption: "People who had allowed or denied by then, percent of all \(first.count("prompted")) "
                + "people asked.",
            plot: { id in
                plot.svg(
                    id: id, title: title,
                    description: "Two lines that rise with time: allowed to \(ends[0]), denied to \(ends[1]). The "
                        + "table below has the numbers.")
            }, data: decisionTable,
            note: "The time axis is not linear. The base includes people who have not answered yet." + stillOpen,
            csv: "decision_curve", isHalf: true)
    }

    /// A sentence on how many people can still answer, which would raise the lines; empty if none can.
    private var stillOpen: String {
        guard let total = optIn.total, (total.int("open_window") ?? 0) > 0 else { return "" }
        return " \(total.count("open_window")) of them can still answer, so the lines can still rise."
    }

    private var decisionTable: Table {
        Table(
            style: "days",
            columns: [.words("Within")]
                + ["Answered", "Of asked", "95% interval", "Allowed", "Denied"].map { .number($0) },
            groups: [
                curve.map { row in
                    let rate = row.shown("decided_rate", of: row.counted("prompted"))
                    return Table.Row(
                        name: PageFormat.window(seconds: row.int("seconds") ?? 0),
                        cells: [
                            .number(row.count("decided")), .rate(rate), .interval(rate),
                            .number(row.count("granted")),
                            .number(row.count("denied")),
                        ])
                }
            ])
    }
}
