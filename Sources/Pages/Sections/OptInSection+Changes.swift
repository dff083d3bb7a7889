extension OptInSection {
    /// Returns the answers by placement (where the app asks) and variant (what the prompt says), each variant compared
    /// with the control of its placement; nil if there are none.
    func byVariant(_ head: PageHead, _ budget: PageBudget) -> Figure? {
        guard !variants.isEmpty else { return nil }
        let listed = Array(variants.prefix(budget.rows))
        let left = variants.count - listed.count
        let answers = Answers(head: head, total: optIn.total)
        let isWithheld = listed.contains { $0["prompted"] == nil }
        let open =
            listed.contains(where: \.canChange)
            ? "Open: some were asked less than \(head.window) before the last event, so the row can still change. " : ""
        var figure = Figure(
            name: "variants", title: "Answers by placement and variant",
            caption: "Answer to the prompt by placement and variant; each variant against the control of its "
                + "placement.", legend: Answers.legend,
            table: Table(
                style: "versions stacked named",
                columns: Array(Answers.columns(of: "Variant").dropLast(4)) + Comparison.columns + [.number("Asked")],
                groups: listed.chunked { $0.text("placement").utf8.elementsEqual($1.text("placement").utf8) }
                    .map { $0.map { variant($0, answers) } }),
            note: Comparison.note(
                with: "the control", rule: "The control is the variant named control, else the first.")
                + " " + open + (isWithheld ? head.withheld("people asked") + " " : "")
                + (left > 0 ? "\(PageFormat.counted(left, "more is", "more are")) left out." : ""))
        figure.data = Comparison.tests(
            listed.filter { $0["difference"] != nil && isTested($0) }.map { row in
                (["placement", "variant"].map { Self.named(row.text($0), $0) }.joined(separator: " · "), row)
            }, of: "Variant")
        return figure
    }

    private func variant(_ row: Row, _ answers: Answers) -> Table.Row {
        let isControl = row.isTrue("is_control")
        let names = (isControl ? ["placement", "variant"] : ["variant"]).map { Self.named(row.text($0), $0) }
        return Table.Row(
            name: names.joined(separator: " · "), style: isControl ? "major" : "version", isOpen: row.canChange,
            cells: Array(answers.cells(row).prefix(4))
                + Comparison.cells(row, isTested: isTested(row), otherwise: isControl ? "control" : PageFormat.dash)
                + [.number(row.count("prompted"), label: "Asked")])
    }

    /// Whether both the variant and its control have enough people for a comparison.
    private func isTested(_ row: Row) -> Bool {
        let control = variants.first {
            $0.isTrue("is_control") && $0.text("placement").utf8.elementsEqual(row.text("placement").utf8)
        }
        return [row, control].allSatisfy { ($0?.settled?.value ?? 0) >= ShownRate.smallestBase }
    }

    /// Returns a name from the data for display, for example `no variant` if it is empty.
    private static func named(_ text: String, _ kind: String) -> String {
        text.isEmpty ? "no \(kind)" : PageFormat.name(text, atMost: 40)
    }

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
                + "people asked, with 95% interval.",
            plot: { id in
                plot.svg(
                    id: id, title: title,
                    description: "Two lines that rise with time: allowed to \(ends[0]), denied to \(ends[1]). The "
                        + "table below has the numbers.")
            }, data: decisionTable,
            note: "The time axis is not linear. The base includes people who have not answered yet." + stillOpen,
            csv: "decision_curve")
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
                            .number(row.count("decided"), label: "Answered"), .rate(rate), .interval(rate),
                            .number(row.count("granted"), label: "Allowed"),
                            .number(row.count("denied"), label: "Denied"),
                        ])
                }
            ])
    }
}

extension Row {
    /// Whether anyone in the row can still answer.
    fileprivate var canChange: Bool { (int("open_window") ?? 0) > 0 }
}
