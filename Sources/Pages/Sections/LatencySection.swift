/// The part of the data quality page about the latency of one app's events (receipt − event), and about its
/// restatements: published numbers that have changed since.
struct LatencySection: Section {
    let appID: String
    /// Rows of `data_quality`, one for each measure.
    private let rows: [Row]
    /// Rows of `restatements`.
    let restated: [Row]

    init(_ app: String, _ rows: ReportRows) {
        appID = app
        self.rows = rows["data_quality", app: app]
        restated = rows["restatements", app: app]
    }

    /// The share of events that arrived more than 24 hours late.
    private var late: Row? { row("latency_over_24h_rate") }

    private var lateRate: ShownRate { late?.shown("value", of: late?.counted("value_base")) ?? .none }

    private func row(_ measure: String) -> Row? { rows.first { $0["measure"] == measure } }

    /// Formats a latency measure. A device with a wrong clock can make it negative; shows that as 0.
    private func seconds(_ measure: String) -> String {
        CellMark.mark(
            PageFormat.duration(seconds: row(measure)?.double("value").map { max($0, 0) }), row(measure)?.cell("value"))
    }

    var summary: (value: String, note: String) { ("", "") }

    func headline(_ head: PageHead) -> Headline {
        Headline(title: "How late the events came", lede: "And corrections to earlier reports.")
    }

    func numbers(_ head: PageHead) -> [KeyNumber] { [] }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !rows.isEmpty else { return restated.isEmpty ? [] : [restatements(head, budget)] }
        return [latency(head), restatements(head, budget)]
    }

    private func latency(_ head: PageHead) -> Figure {
        let terms = ["latency_p50_seconds", "latency_p95_seconds"].map { head.term($0, on: .quality) }
        return Figure(
            name: "latency", title: "How late the events came",
            caption: "From the event to its receipt, by the day of the event.",
            table: Table(
                style: "checks", columns: [.words("Latency"), .fixed("Value"), .words("What it means")],
                groups: [
                    terms.map { term in
                        Table.Row(
                            name: term.label,
                            cells: [.number(seconds(term.name), label: "Value"), .words(term.meaning)])
                    } + [
                        Table.Row(
                            name: head.term("latency_over_24h_rate", on: .quality).label,
                            cells: [.rate(lateRate), .words(lateWords)])
                    ]
                ]),
            note: "Median and percentile are of all accepted events. A wrong clock can make one negative; it is shown "
                + "as 0.", csv: "data_quality")
    }

    /// The number of events on which the share of late events is based, and the share's interval.
    private var lateWords: String {
        let events = late.flatMap { $0["value_base"] == nil ? nil : "\($0.count("value_base")) " } ?? ""
        let interval = lateRate.shown.map { ", 95% interval \(PageFormat.unbroken($0))%" } ?? ""
        return "Of \(events)accepted events\(interval)."
    }
}
