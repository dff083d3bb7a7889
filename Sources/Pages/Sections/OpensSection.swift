/// The opens page of one app: how many notifications were opened within 24 hours, within the open window (direct
/// opens), or were not opened but followed by an open of the app (influenced opens).
struct OpensSection: Section {
    let appID: String
    /// Rows of `opens_page`; level `app`, `day` or `week`, `major`, or `version`.
    private let rows: [Row]
    /// Rows of `opens_page` of the level `day` or, if the range is long, `week`, of the report's own range or this one.
    private let days: [Row]
    private let step: Int
    private let isOfWholeReport: Bool
    /// Rows of `opens_by_campaign` that have sends or are withheld.
    private let campaigns: [Row]
    /// Rows of `turn_offs_by_campaign`, `turn_offs_by_frequency`, and `open_curve` of all sends.
    private let turnOffs, frequencies, curve: [Row]
    private let campaignPages: [CampaignPart]
    /// Rows of `opens_by_hour`.
    private let hours: [Row]
    /// Rows of `notification_states`.
    private let states: [Row]
    /// The verdict on opens within 24 hours.
    private let verdict: Verdict?
    private let turnOffFindings: [Verdict]
    /// The last row of `activity_daily`.
    private let activity: Row?
    private let guides: PlotGuides

    /// - Parameter whole: the rows of the report's own range, for plots by day.
    init(_ app: String, _ rows: ReportRows, whole: ReportRows, campaigns campaignPages: [CampaignPart] = []) {
        appID = app
        self.rows = rows["opens_page", app: app]
        let ofReport = whole["opens_page", app: app].filter { ["day", "week"].contains($0.text("level")) }
        let own = self.rows.filter { ["day", "week"].contains($0.text("level")) }
        // A page of fewer days than the weeks of a long report shows its own days.
        isOfWholeReport = ofReport.first?.text("level") == own.first?.text("level") || own.isEmpty
        days = isOfWholeReport ? ofReport : own
        step = days.first?["level"] == "week" ? 7 : 1
        campaigns = rows["opens_by_campaign", app: app].filter { $0["sent"] != "0" }
        turnOffs = rows["turn_offs_by_campaign", app: app]
        frequencies = rows["turn_offs_by_frequency", app: app]
        curve = rows["open_curve", app: app].filter { $0["dimension"] == "all" }
        self.campaignPages = campaignPages
        hours = rows["opens_by_hour", app: app]
        states = rows["notification_states", app: app]
        verdict = Verdicts(app, rows).of("opens")
        turnOffFindings = Verdicts(app, rows).ofTurnOffs
        activity = rows["activity_daily", app: app].last
        guides = PlotGuides(of: app, whole)
    }

    /// The row of the whole app; nil if there is none or it is withheld.
    private var total: Row? { rows.first { $0["level"] == "app" && $0["sent"] != nil } }

    /// Returns a rate over the row's sends; of `open_rate_24h`, over those that are older than 24 hours.
    private func rate(_ column: String, _ row: Row?) -> ShownRate {
        row?.shown(column, of: row?.counted(column == Self.first ? "sent_24h" : "sent"), usual: total?.rate(column))
            ?? .none
    }

    /// The rate that the page leads with, since it is final after a day.
    private static let first = "open_rate_24h"

    var summary: (value: String, note: String) {
        (
            rate(Self.first, total).text,
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
                    title: "Too few people got a notification to say more",
                    lede: "Fewer than \(PageFormat.count(head.minimumCell)) people got one \(head.range): the "
                        + "numbers are withheld.")
        }
        let base =
            "\(total.count("opened_24h")) of \(total.count("sent_24h")) notifications sent were opened within "
            + "24 hours"
        guard let early = rate(Self.first, total).shown else {
            return total.int("sent_24h") == 0
                ? Headline(
                    title: "No notification is a day old yet",
                    lede:
                        "\(total.count("sent")) \(total.int("sent") == 1 ? "was" : "were") sent \(head.range), all within "
                        + "the last 24 hours. \(later(total, head))")
                : Headline(title: "Too few notifications for a rate", lede: "\(base). \(later(total, head))")
        }
        let compared = verdict.flatMap { $0.isCompared ? $0 : nil }
        return Headline(
            title: compared?.title ?? "\(PageFormat.percent(early)) of notifications are opened within 24 hours",
            lede: "\(base) (95% interval \(PageFormat.unbroken(early))%)"
                + (compared.map { ", \($0.details)" } ?? "") + ". \(later(total, head))", rest: turnOffWords)
    }

    /// Which campaigns make clearly more people turn notifications off; that none does, if there are several to compare.
    private var turnOffWords: String {
        guard turnOffFindings.isEmpty else { return turnOffFindings.map(\.sentence).joined(separator: " ") }
        return turnOffs.filter { TurnOffRate($0).rate != nil }.count > 1
            ? "After no campaign do clearly more people turn notifications off than after the others." : ""
    }

    /// Whether the sends of any day can still be opened within the open window, or be followed by an open of the app.
    private var isOpen: Bool { days.contains { $0.isTrue("is_open") } }

    /// A sentence on opens within the open window, and on influenced opens.
    private func later(_ total: Row, _ head: PageHead) -> String {
        let soFar = isOpen ? "So far, " : ""
        let direct = rate("direct_open_rate", total)
        let influenced = rate("influenced_open_rate", total)
        guard direct.shown != nil, influenced.shown != nil else {
            let verb = total.int("influenced_opens") == 1 ? "was" : "were"
            return "\(soFar)\(total.count("direct_opens")) were opened within \(head.openWindow), "
                + "\(total.count("influenced_opens")) more \(verb) followed by an open of the app within "
                + "\(head.influenceWindow)."
        }
        return "\(soFar)\(direct.text) were opened within \(head.openWindow), \(influenced.text) more were followed by "
            + "an open of the app within \(head.influenceWindow)."
    }

    /// The people who opened a notification although no send is known; nil if there were none.
    private var openers: KeyNumber? {
        guard rows.isEmpty, let activity, let day = activity.day("day"), (activity.int("openers_28d") ?? 0) > 0
        else { return nil }
        return KeyNumber(
            "Openers", activity, "openers_28d", note: "people who opened a notification in the 28 days to \(day.text)")
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total else { return openers.map { [$0] } ?? [] }
        let early = rate(Self.first, total)
        return [
            KeyNumber("Opened within 24 h", early, note: "of \(total.count("sent_24h")) sends older than a day"),
            KeyNumber(
                "Opened within \(head.openWindow)", rate("direct_open_rate", total),
                note: "of \(total.count("sent")) sent\(isOpen ? "; can still rise" : "")"),
            KeyNumber(
                "Influenced", rate("influenced_open_rate", total), note: "app opened within \(head.influenceWindow)"),
            KeyNumber("Sent", total, "sent", note: "notifications in these days"),
            KeyNumber("Received", total, "received", note: "seen by the app: a lower bound"),
        ]
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        let states = OpenStates(rows: states).figure(head)
        guard !rows.isEmpty else { return [states].compactMap(\.self) }
        return [
            byDay("early", Self.first, "Opened within 24 hours", head, budget),
            CampaignTable(
                campaigns: campaigns, all: total, turnOffs: turnOffs, findings: turnOffFindings, pages: campaignPages
            ).figure(head, budget),
            TurnOffFrequency(rows: frequencies).figure(head), byVersion(head, budget), states,
            OpenCurve(rows: curve).figure,
            byDay("direct", "direct_open_rate", "Opened within \(head.openWindow)", head, budget),
            byDay("influenced", "influenced_open_rate", "Influenced opens", head, budget),
            OpenHours(rows: hours, usual: total?.rate("direct_open_rate")).figure(head),
        ].compactMap(\.self)
    }
}

extension OpensSection {
    /// Returns the plot of an open rate by day. `kind` is its name: `early`, `direct` or `influenced`.
    private func byDay(
        _ kind: String, _ column: String, _ name: String, _ head: PageHead, _ budget: PageBudget
    ) -> Figure {
        let isEarly = kind == "early"
        let isOpen = { (row: Row) in isEarly ? row["sent_24h"] != row["sent"] : row.isTrue("is_open") }
        let points = days.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map { TrendPlot.Point(day: $0, rate: rate(column, row), isOpen: isOpen(row)) }
        }
        let sent = step > 1 ? "in the week that ends with the day" : "on the day"
        let settled = points.last { !$0.isOpen && $0.rate.shown != nil }
        let captions = [
            "early": "Notifications opened within 24 hours, percent of those sent \(sent). Final after a "
                + "day.",
            "direct": "Notifications opened within \(head.openWindow), percent of those sent \(sent).",
            "influenced": "Notifications not opened but followed by an open of the app within \(head.influenceWindow), "
                + "percent of those sent \(sent).",
        ]
        var figure = DayFigure(
            name: kind, title: "\(name) by \(Weeks.name(step)) of the send", caption: captions[kind] ?? "",
            empty: "There are too few notifications for a line.",
            gap: "A gap: nothing sent, too few, or no data.", csv: "opens_daily"
        ).figure(
            points, latest: settled.map { "\(step > 1 ? "in the week to" : "on") \($0.day.text)" }, step: step,
            guides: guides)
        let counts =
            ["early": ("sent_24h", "opened_24h"), "direct": ("sent", "direct_opens")][kind]
            ?? ("sent", "influenced_opens")
        figure.data = days.isEmpty ? nil : dayTable(days.suffix(budget.listedDays), column, counts, isOpen)
        figure.note += DayFigure.omission(days.count, budget, step)
        if let first = days.first?.day("day"), let last = days.last?.day("day") {
            figure.days = first == last ? first.text : "\(first.text) to \(last.text)"
        }
        figure.isOfWholeReport = isOfWholeReport
        figure.isHalf = !isEarly
        return figure
    }

    /// What opens within 24 hours are counted of.
    static let aDayOld = "Older than a day"

    private func dayTable(
        _ days: some Sequence<Row>, _ column: String, _ counts: (base: String, part: String), _ isOpen: (Row) -> Bool
    ) -> Table {
        let isEarly = counts.base != "sent"
        return Table(
            style: "days",
            columns: [.words(Weeks.column(step))]
                + ["Sent", isEarly ? Self.aDayOld : nil, "Opened", "Rate", "95% interval"].compactMap(\.self).map {
                    .number($0)
                },
            groups: [
                days.map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "", isOpen: isOpen(row),
                        cells: [.number(row.count("sent"), label: "Sent")]
                            + (isEarly ? [.number(row.count(counts.base), label: Self.aDayOld)] : []) + [
                                .number(row.count(counts.part), label: "Opened"), .rate(rate(column, row)),
                                .interval(rate(column, row)),
                            ])
                }
            ])
    }

    private func byVersion(_ head: PageHead, _ budget: PageBudget) -> Figure {
        let list = VersionList(
            rows.filter { ["major", "version"].contains($0.text("level")) && $0["os_name"] != nil }
                + rows.filter { ["major", "version"].contains($0.text("level")) && $0["os_name"] == nil }, by: "sent",
            atMost: budget.rows)
        return figure(
            "versions", "Opens by OS version", of: "OS version", list.groups.flatMap(\.rows), stacked: true,
            { top in list.table(of: "sent") { cells($0, top: top) } }, csv: "opens_daily", head,
            omission: list.omission("notifications sent"))
    }

    /// Returns a table of open rates. `label` says what the rows are; `rows` are those listed, which determine where
    /// the bars end; `groups` makes the table rows from that percentage.
    private func figure(
        _ name: String, _ title: String, of label: String, _ rows: [Row], stacked: Bool,
        _ groups: (Int) -> [[Table.Row]], csv: String, _ head: PageHead, omission: String
    ) -> Figure {
        let top = Bars.top(of: rows.map { rate(Self.first, $0) })
        return Figure(
            name: name, title: title,
            caption: "Notifications opened, percent of those sent.",
            legend: [.patch("allowed", "Opened within 24 hours"), .whisker("95% interval")],
            table: Table(
                style: stacked ? "versions stacked" : "versions",
                columns: [.words(label), .bars(Bars.scale(top: top))]
                    + [
                        "In 24 h", "95% interval", "In \(head.openWindow)", "95% interval", "Influenced",
                        "95% "
                            + "interval",
                        "Sent",
                    ].map { .number($0) }, groups: groups(top)),
            note: "The bars end at \(top)%. In 24 h: of sends older than a day. “Too few”: under "
                + "\(ShownRate.smallestBase) sent, or an interval too wide to be useful. "
                + (rows.contains { $0["sent"] == nil } ? head.withheld("people sent to") + " " : "") + omission,
            csv: csv)
    }

    /// The cells of a row; `top` is the percentage at which the bars end.
    private func cells(_ row: Row, top: Int) -> [Table.Cell] {
        let early = rate(Self.first, row)
        let later = [("direct_open_rate", "Later"), ("influenced_open_rate", "Influenced")].flatMap { column, label in
            let shown = rate(column, row)
            return [Table.Cell.number(shown.text, label: label), .number(shown.interval, label: "95% interval")]
        }
        return [.bar(Bars.rate(early, style: "allowed", top: Double(top) / 100)), .rate(early), .interval(early)]
            + later
            + [.number(row.count("sent"), label: "Sent")]
    }
}
