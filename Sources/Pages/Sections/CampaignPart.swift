/// A campaign of an app with a separate page.
struct CampaignPart: Sendable {
    let campaign: String
    /// The page's file name, for example `opens-campaign-spring_sale.html`.
    let file: String
    /// The campaign's row of `opens_by_campaign`; nil if nothing was sent in the range.
    let total: Row?
    /// The app's row of `opens_page`.
    let all: Row?
    /// Its row of `turn_offs_by_campaign`.
    let turnOffs: Row?
    /// The rows of the app's other campaigns, and of what belongs to none.
    let turnOffsOfOthers: [Row]
    /// Its rows of `campaign_page` by day, of the report's own range, and by OS version.
    let days, versions: [Row]
    /// Its rows of `open_curve`.
    let curve: [Row]
    /// The verdict on its turn-offs, if they are clearly more than those of the app's other campaigns.
    let finding: Verdict?
    let guides: PlotGuides

    /// The largest number of campaigns of an app that have pages, and the least number of sends of each.
    private static let (most, leastSent) = (12, 300)

    /// Returns the campaigns of an app that have pages, those with most sends first. The same ones in every range: `whole`
    /// has the rows of the report's own range, which choose them.
    static func all(of app: String, _ rows: ReportRows, whole: ReportRows) -> [CampaignPart] {
        let large = whole["opens_by_campaign", app: app].filter {
            !$0.text("campaign").isEmpty && ($0.int("sent") ?? 0) >= leastSent
        }
        let ranked = large.enumerated().sorted {
            ($1.element.int("sent") ?? 0, $0.offset) < ($0.element.int("sent") ?? 0, $1.offset)
        }
        let guides = PlotGuides(of: app, whole)
        var taken: Set<String> = []
        return ranked.prefix(most).map { _, row in
            let campaign = row.text("campaign")
            let name = ReportName.free(ReportName.file(campaign), among: &taken)
            return CampaignPart(campaign, in: "opens-campaign-\(name).html", of: app, rows, whole, guides)
        }
    }

    private init(
        _ campaign: String, in file: String, of app: String, _ rows: ReportRows, _ whole: ReportRows,
        _ guides: PlotGuides
    ) {
        func own(_ rows: [Row], _ column: String = "campaign") -> [Row] {
            rows.filter { $0.text(column).utf8.elementsEqual(campaign.utf8) }
        }
        (self.campaign, self.file) = (campaign, file)
        self.guides = guides
        total = rows["opens_by_campaign", app: app].row(of: campaign)
        all = rows["opens_page", app: app].first { $0["level"] == "app" }
        let allTurnOffs = rows["turn_offs_by_campaign", app: app]
        turnOffs = allTurnOffs.row(of: campaign)
        turnOffsOfOthers = allTurnOffs.filter { !$0.text("campaign").utf8.elementsEqual(campaign.utf8) }
        days = own(whole["campaign_page", app: app]).filter { $0["level"] == "day" }
        versions = own(rows["campaign_page", app: app]).filter { $0["level"] != "day" }
        curve = own(rows["open_curve", app: app].filter { $0["dimension"] == "campaign" }, "name")
        finding = Verdicts(app, rows).ofTurnOffs.first { $0.name.utf8.elementsEqual(campaign.utf8) }
    }

    /// The name as pages show it.
    var name: String { PageFormat.name(campaign) }

    func isOf(_ campaign: String) -> Bool { self.campaign.utf8.elementsEqual(campaign.utf8) }
}

/// The page of a campaign.
struct CampaignSection: Section {
    let appID: String
    let part: CampaignPart

    private static let first = "open_rate_24h"

    private func rate(_ column: String, of base: String, _ row: Row?) -> ShownRate {
        row?.shown(column, of: row?.counted(base), usual: part.all?.rate(column)) ?? .none
    }

    private var early: ShownRate { rate(Self.first, of: "sent_24h", part.total) }

    var summary: (value: String, note: String) { (early.text, "\(part.total?.count("sent") ?? "0") sent") }

    func headline(_ head: PageHead) -> Headline {
        guard let total = part.total else {
            return Headline(title: "\(part.name): nothing was sent", lede: "Nothing was sent \(head.range).")
        }
        guard total["sent"] != nil else {
            return Headline(
                title: "\(part.name): too few people to say more", lede: head.withheld("people sent to"))
        }
        let base = "\(total.count("sent")) \(total.int("sent") == 1 ? "notification was" : "notifications were") sent"
        let turnOff = TurnOffRate(part.turnOffs)
        let off = turnOff.rate.map { _ in
            " Of \(part.turnOffs?.count("alone") ?? "") sends that were the only one between two visits, "
                + "\(part.turnOffs?.count("turn_offs_alone") ?? "") "
                + "\(part.turnOffs?.int("turn_offs_alone") == 1 ? "was" : "were") followed by a visit that found "
                + "notifications off: \(turnOff.text) per 1,000 (\(turnOff.interval))."
        }
        return Headline(
            title: early.shown.map { "\(part.name): \(PageFormat.percent($0)) opened within 24 hours" }
                ?? "\(part.name): "
                + (total.int("sent_24h") == 0
                    ? "no notification is a day old yet" : "too few notifications for a rate"),
            lede: "\(base) \(head.range).\(off ?? "")", strong: part.finding?.sentence ?? "")
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total = part.total, total["sent"] != nil else { return [] }
        let turnOff = TurnOffRate(part.turnOffs)
        return [
            KeyNumber("Sent", total, "sent", note: "notifications in these days"),
            KeyNumber("Opened within 24 h", early, note: "of \(total.count("sent_24h")) sends older than a day"),
            KeyNumber(
                "Influenced", rate("influenced_open_rate", of: "sent", total),
                note: "app opened within \(head.influenceWindow)"),
            KeyNumber(
                "Turned off per 1,000", turnOff.text,
                note: "sends with no other between two visits"
                    + (turnOff.rate == nil ? "" : " (\(turnOff.interval))")),
            part.turnOffs.map {
                KeyNumber(
                    "Its part of turn-offs", $0.marked("turn_offs") { PageFormat.percentDigits($0 / 100) },
                    note: "each turn-off is shared among all sends before it")
            },
        ].compactMap(\.self)
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        [
            byDay(budget), OpenCurve(rows: part.curve).figure, CampaignTurnOffs(part: part).figure(budget),
            byVersion(head, budget),
        ].compactMap(\.self)
    }

    private func byDay(_ budget: PageBudget) -> Figure? {
        guard let first = part.days.first?.day("day"), let last = part.days.last?.day("day") else { return nil }
        let points = part.days.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map {
                TrendPlot.Point(
                    day: $0, rate: rate(Self.first, of: "sent_24h", row), isOpen: row.isTrue("is_open"))
            }
        }
        let settled = points.last { !$0.isOpen && $0.rate.shown != nil }
        var figure = DayFigure(
            name: "days", title: "Sent, and opened within 24 hours, by day of the send",
            caption: "Notifications opened within 24 hours, percent of those sent on the day. Final after a day.",
            empty: "There are too few notifications for a line.",
            gap: "A gap: nothing sent, or too few.", csv: ""
        ).figure(points, latest: settled.map { "on \($0.day.text)" }, step: 1, guides: part.guides)
        figure.data = dayTable(part.days.suffix(budget.listedDays))
        figure.note += DayFigure.omission(part.days.count, budget, isInFile: false)
        figure.days = first == last ? first.text : "\(first.text) to \(last.text)"
        figure.isOfWholeReport = true
        return figure
    }

    private func dayTable(_ days: some Sequence<Row>) -> Table {
        Table(
            style: "days",
            columns: [.words("Day")]
                + ["Sent", OpensSection.aDayOld, "Opened", "Rate", "95% interval"].map { .number($0) },
            groups: [
                days.map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "", isOpen: row.isTrue("is_open"),
                        cells: [
                            .number(row.count("sent"), label: "Sent"),
                            .number(row.count("sent_24h"), label: OpensSection.aDayOld),
                            .number(row.count("opened_24h"), label: "Opened"),
                            .rate(rate(Self.first, of: "sent_24h", row)),
                            .interval(rate(Self.first, of: "sent_24h", row)),
                        ])
                }
            ])
    }

    private func byVersion(_ head: PageHead, _ budget: PageBudget) -> Figure? {
        guard !part.versions.isEmpty else { return nil }
        let list = VersionList(
            part.versions.filter { $0["os_name"] != nil } + part.versions.filter { $0["os_name"] == nil }, by: "sent",
            atMost: budget.rows)
        let top = Bars.top(of: list.groups.flatMap(\.rows).map { rate(Self.first, of: "sent_24h", $0) })
        return Figure(
            name: "versions", title: "Opens by OS version",
            caption: "Notifications opened within 24 hours, percent of those sent.",
            legend: [.patch("allowed", "Opened within 24 hours"), .whisker("95% interval")],
            table: Table(
                style: "versions stacked",
                columns: [.words("OS version"), .bars(Bars.scale(top: top))]
                    + ["In 24 h", "95% interval", "Sent"].map { .number($0) },
                groups: list.table(of: "sent") { row in
                    let early = rate(Self.first, of: "sent_24h", row)
                    return [
                        .bar(Bars.rate(early, style: "allowed", top: Double(top) / 100)), .rate(early),
                        .interval(early), .number(row.count("sent"), label: "Sent"),
                    ]
                }),
            note: "The bars end at \(top)%. \(list.omission("notifications sent", isInFile: false))"
                + (list.isWithheld(by: "sent") ? " " + head.withheld("people sent to") : ""), csv: "")
    }
}
