/// The opens page of one app: how many notifications were opened (direct opens), and how many were not opened but
/// followed by an open of the app (influenced opens).
struct OpensSection: Section {
    let appID: String
    /// Rows of `opens_page`; level `app`, `day`, `major` or `version`.
    private let rows: [Row]
    /// Rows of `opens_by_campaign` that have sends or are withheld.
    private let campaigns: [Row]
    /// Rows of `opens_by_hour`.
    private let hours: [Row]
    /// The last row of `activity_daily`.
    private let activity: Row?

    init(_ app: String, _ rows: ReportRows) {
        appID = app
        self.rows = rows["opens_page", app: app]
        campaigns = rows["opens_by_campaign", app: app].filter { $0["sent"] != "0" }
        hours = rows["opens_by_hour", app: app]
        activity = rows["activity_daily", app: app].last
    }

    /// The row of the whole app; nil if there is none or it is withheld.
    private var total: Row? { rows.first { $0["level"] == "app" && $0["sent"] != nil } }

    /// Returns words on how many sends can still be opened, from an app's rows of `opens_page`:
    /// `; 12,000 of them still open`; empty if none can.
    static func stillOpen(_ rows: [Row]) -> String {
        let open = rows.filter { $0["level"] == "day" && $0.isTrue("is_open") }.map { $0.int("sent") }
        guard !open.isEmpty else { return "" }
        guard !open.contains(nil) else { return "; some of them still open" }
        return "; \(PageFormat.count(open.reduce(0) { $0 + ($1 ?? 0) })) of them still open"
    }

    /// Returns a rate over the row's sends.
    private func rate(_ column: String, _ row: Row?) -> ShownRate {
        row?.shown(column, of: row?.int("sent"), usual: total?.rate(column)) ?? .none
    }

    var summary: (value: String, note: String) {
        (
            rate("direct_open_rate", total).text,
            total.map { "\($0.count("sent")) sent" } ?? (rows.isEmpty ? "nothing sent" : "withheld")
        )
    }

    func headline(_ head: PageHead) -> Headline {
        guard let total else {
            return rows.isEmpty
                ? Headline(
                    title: "Nothing was sent",
                    lede: "No notification was sent \(head.range)."
                        + (openers == nil ? "" : " Some were opened: without sends there is no rate."))
                : Headline(
                    title: "Too few people were sent to to say more",
                    lede: "Fewer than \(PageFormat.count(head.minimumCell)) people were sent to \(head.range): the "
                        + "numbers are withheld.")
        }
        let base =
            "\(total.count("direct_opens")) of \(total.count("sent")) notifications sent were opened within "
            + "\(head.openWindow)"
        guard let direct = rate("direct_open_rate", total).shown else {
            return Headline(title: "Too few notifications for a rate", lede: "\(base).")
        }
        return Headline(
            title: "\(PageFormat.percent(direct)) of notifications sent are opened",
            lede: "\(base) (95\u{202F}% interval \(PageFormat.unbroken(direct))\u{202F}%). \(influenced(total)) "
                + "followed by an open of the app within \(head.influenceWindow).")
    }

    /// The people who opened a notification although no send is known; nil if there were none.
    private var openers: KeyNumber? {
        guard rows.isEmpty, let activity, let day = activity.day("day"), let count = activity.int("openers_28d"),
            count > 0
        else { return nil }
        return KeyNumber("Openers", count, note: "people who opened a notification in the 28 days to \(day.text)")
    }

    /// Returns the influenced open rate as the beginning of a sentence, for example `7.9 % more were`; the count if
    /// there are too few for a rate.
    private func influenced(_ total: Row) -> String {
        guard let shown = rate("influenced_open_rate", total).shown else {
            return "\(total.count("influenced_opens")) more \(total.int("influenced_opens") == 1 ? "was" : "were")"
        }
        return "\(PageFormat.percent(shown)) more were"
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total else { return openers.map { [$0] } ?? [] }
        return [
            KeyNumber(
                "Direct open rate", rate("direct_open_rate", total),
                note: "of \(total.count("sent")) sent\(Self.stillOpen(rows))"),
            KeyNumber(
                "Influenced open rate", rate("influenced_open_rate", total),
                note: "app opened within \(head.influenceWindow)"),
            KeyNumber("Total open rate", rate("total_open_rate", total), note: "direct + influenced"),
            KeyNumber("Sent", total.int("sent"), note: "notifications in these days"),
            KeyNumber("Received", total.int("received"), note: "seen by the app: a lower bound"),
        ]
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !rows.isEmpty else { return [] }
        return [
            byDay("direct", "Direct open rate", head, budget),
            byDay(
                "influenced",
                "Influenced open rate", head, budget),
            OpenHours(rows: hours, usual: total?.rate("direct_open_rate")).figure(head), byCampaign(head, budget),
            byVersion(head, budget),
        ].compactMap(\.self)
    }
}

extension OpensSection {
    /// Returns the plot of an open rate by day; `kind` is `direct` or `influenced`.
    private func byDay(_ kind: String, _ name: String, _ head: PageHead, _ budget: PageBudget) -> Figure {
        let days = rows.filter { $0["level"] == "day" }
        let column = "\(kind)_open_rate"
        let points = days.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map { TrendPlot.Point(day: $0, rate: rate(column, row), isOpen: row.isTrue("is_open")) }
        }
        let settled = points.last { !$0.isOpen && $0.rate.shown != nil }
        let isDirect = kind == "direct"
        var figure = DayFigure(
            name: kind, title: "\(name) by day of the send",
            caption: isDirect
                ? "Notifications opened within \(head.openWindow), per cent of those sent on the day, with 95\u{202F}% "
                    + "interval."
                : "Notifications not opened but followed by an open of the app within \(head.influenceWindow), per "
                    + "cent of those sent on the day, with 95\u{202F}% interval.",
            empty: "No day had \(ShownRate.smallestBase) notifications and an interval narrow enough for a line.",
            gap: "A gap: nothing sent, too few, or no data.", csv: "opens_daily"
        ).figure(points, latest: settled.map { "on \($0.day.text)" })
        figure.data = days.isEmpty ? nil : dayTable(days.suffix(budget.listedDays), column, kind, name)
        figure.note += DayFigure.omission(days.count, budget)
        figure.isHalf = true
        return figure
    }

    private func dayTable(_ days: some Sequence<Row>, _ column: String, _ kind: String, _ name: String) -> Table {
        Table(
            style: "days",
            columns: [.words("Day")]
                + ["Sent", kind == "direct" ? "Direct opens" : "Influenced opens", name, "95\u{202F}% interval"]
                .map { .number($0) },
            groups: [
                days.map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "", isOpen: row.isTrue("is_open"),
                        cells: [
                            .number(row.count("sent"), label: "Sent"),
                            .number(row.count("\(kind)_opens"), label: "Opens"), .rate(rate(column, row)),
                            .interval(rate(column, row)),
                        ])
                }
            ])
    }

    private func byCampaign(_ head: PageHead, _ budget: PageBudget) -> Figure? {
        guard !campaigns.isEmpty else { return nil }
        let ranked = campaigns.enumerated().sorted {
            ($1.element.int("sent") ?? -1, $0.offset) < ($0.element.int("sent") ?? -1, $1.offset)
        }.map(\.element)
        let listed = Array(ranked.prefix(budget.rows))
        let left = campaigns.count - listed.count
        let others = PageFormat.counted(left, "campaign with fewer sends is", "campaigns with fewer sends are")
        return figure(
            "campaigns", "Open rates by campaign", of: "Campaign", listed, stacked: false,
            { top in
                [
                    listed.map { row in
                        let name = row.text("campaign")
                        return Table.Row(
                            name: name.isEmpty ? "no campaign" : PageFormat.name(name), cells: cells(row, top: top))
                    }
                ]
            }, csv: "opens_by_campaign", head,
            omission: left > 0 ? "\(others) in the CSV." : "")
    }

    private func byVersion(_ head: PageHead, _ budget: PageBudget) -> Figure {
        let list = VersionList(
            rows.filter { ["major", "version"].contains($0.text("level")) && $0["os_name"] != nil }
                + rows.filter { ["major", "version"].contains($0.text("level")) && $0["os_name"] == nil }, by: "sent",
            atMost: budget.rows)
        return figure(
            "versions", "Open rates by OS version", of: "OS version", list.groups.flatMap(\.rows), stacked: true,
            { top in list.table { cells($0, top: top) } }, csv: "opens_daily", head,
            omission: list.omission("notifications sent"))
    }

    /// Returns a table of open rates. `label` says what the rows are; `rows` are those listed, which determine where
    /// the bars end; `groups` makes the table rows from that percentage.
    private func figure(
        _ name: String, _ title: String, of label: String, _ rows: [Row], stacked: Bool,
        _ groups: (Int) -> [[Table.Row]], csv: String, _ head: PageHead, omission: String
    ) -> Figure {
        let top = Bars.top(of: rows.map { rate("direct_open_rate", $0) })
        return Figure(
            name: name, title: title,
            caption: "Notifications opened, per cent of those sent, with 95\u{202F}% interval.",
            legend: [.patch("allowed", "Direct opens"), .whisker("95\u{202F}% interval")],
            table: Table(
                style: stacked ? "versions stacked" : "versions",
                columns: [
                    .words(label), .bars(Bars.scale(top: top)), .number("Direct"), .number("95 % interval"),
                    .number("Influenced"), .number("95 % interval"), .number("Direct opens"),
                    .number("Influenced opens"), .number("Sent"),
                ], groups: groups(top)),
            note: "Direct open rate = direct opens ÷ sent. The bars end at \(top)\u{202F}%. Sends of the last "
                + "\(head.openWindow) before the last event can still be opened. “Too few”: under "
                + "\(ShownRate.smallestBase) sent, or an interval too wide to mean something. "
                + (rows.contains { $0["sent"] == nil }
                    ? head.withheld("people sent to") + " " : "") + omission, csv: csv)
    }

    /// The cells of a row; `top` is the percentage at which the bars end.
    private func cells(_ row: Row, top: Int) -> [Table.Cell] {
        let direct = rate("direct_open_rate", row)
        let influenced = rate("influenced_open_rate", row)
        return [
            .bar(Bars.rate(direct, style: "allowed", top: Double(top) / 100)), .rate(direct), .interval(direct),
            .number(influenced.text, label: "Influenced"), .number(influenced.interval, label: "95 % interval"),
            .number(row.count("direct_opens"), label: "Direct opens"),
            .number(
                row.count("influenced_opens"),
                label: "Influenced opens"), .number(row.count("sent"), label: "Sent"),
        ]
    }
}
