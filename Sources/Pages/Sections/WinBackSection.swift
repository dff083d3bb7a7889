/// The win-back page of one app: people who denied notifications, were asked again by the app, opened Settings, and
/// turned notifications on.
struct WinBackSection: Section {
    let appID: String
    /// Rows of `win_back_by_os`.
    private let rows: [Row]

    init(_ app: String, _ rows: ReportRows) {
        appID = app
        self.rows = rows["win_back_by_os", app: app]
    }

    /// The row of the whole app; nil if there is none or it is withheld.
    private var total: Row? { rows.first { $0["level"] == "app" && $0["asked"] != nil } }

    private func returnRate(_ row: Row?) -> ShownRate {
        row?.shown("return_rate", of: row?.counted("asked"), usual: total?.rate("return_rate")) ?? .none
    }

    var summary: (value: String, note: String) {
        (
            returnRate(total).text,
            total.map { "\($0.count("asked")) asked" }
                ?? (rows.isEmpty
                    ? "no one asked" : "withheld")
        )
    }

    func headline(_ head: PageHead) -> Headline {
        guard let total, let asked = total.counted("asked") else {
            return rows.isEmpty
                ? Headline(
                    title: "No one was asked again",
                    lede: "The app asked no one with status denied to turn notifications on in Settings \(head.range).")
                : Headline(
                    title: "Too few people were asked again to say more",
                    lede: "Fewer than \(PageFormat.count(head.minimumCell)) people were asked \(head.range): the "
                        + "numbers are withheld.")
        }
        let base =
            "\(total.count("returned")) of \(asked.people) asked in the app after a refusal turned "
            + "notifications on again"
        guard let rate = returnRate(total).shown else {
            return Headline(title: "Too few people were asked again for a rate", lede: "\(base).")
        }
        return Headline(
            title: "\(PageFormat.percent(rate)) of people asked again return",
            lede: "\(base) within 24 hours of opening Settings (95% interval \(PageFormat.unbroken(rate))%).")
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total else { return [] }
        let count = { (column: String, note: String) in
            KeyNumber(head.term(column, on: .winBack).label, total, column, note: note)
        }
        return [
            KeyNumber(
                head.term("return_rate", on: .winBack).label, returnRate(total),
                note: "of \(total.count("asked")) asked"),
            count("asked", "status denied, first question in these days"),
            count("went", "opened Settings within 24 hours"),
            count("returned", "notifications on within 24 hours of that"),
        ]
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !rows.isEmpty else { return [] }
        let list = VersionList(rows.filter { $0["level"] != "app" }, by: "asked", atMost: budget.rows)
        let rates = list.groups.flatMap(\.rows).map(returnRate)
        let top = Bars.top(of: rates)
        return [
            Figure(
                name: "returns", title: "Return rate by OS version",
                caption: "People asked in the app after a refusal who went to Settings and turned notifications on, "
                    + "percent of people asked.",
                legend: [.patch("allowed", head.term("returned", on: .winBack).label), .whisker("95% interval")],
                table: Table(
                    style: "versions stacked",
                    columns: [.words("OS version"), .bars(Bars.scale(top: top))]
                        + head.columns(["return_rate"], on: .winBack) + [.number("95% interval")]
                        + head.columns(["asked", "went", "returned"], on: .winBack),
                    groups: list.table { cells($0, top: top) }),
                note: "Return rate = returned ÷ asked. The bars end at \(top)%. “Too few”: under "
                    + "\(ShownRate.smallestBase) people asked, or an interval too wide to be useful. People "
                    + "asked less than two days before the last event can still return. "
                    + (list.isWithheld(by: "asked")
                        ? head.withheld("people asked") + " " : "") + list.omission("people asked"),
                csv: "win_back_by_os")
        ]
    }

    /// The cells of a row; `top` is the percentage at which the bars end.
    private func cells(_ row: Row, top: Int) -> [Table.Cell] {
        let rate = returnRate(row)
        return [
            .bar(Bars.rate(rate, style: "allowed", top: Double(top) / 100)), .rate(rate), .interval(rate),
            .number(row.count("asked")), .number(row.count("went")), .number(row.count("returned")),
        ]
    }
}
