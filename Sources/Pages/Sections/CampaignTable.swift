/// The table of an app's campaigns on its opens page: how many notifications of each were opened, and how many people
/// had turned notifications off when they next came.
struct CampaignTable {
    /// Rows of `opens_by_campaign` that have sends or are withheld.
    let campaigns: [Row]
    /// The app's row of `opens_page`.
    let all: Row?
    /// Rows of `turn_offs_by_campaign`.
    let turnOffs: [Row]
    /// The verdicts on campaigns after which clearly more people turn notifications off.
    let findings: [Verdict]
    /// The campaigns with pages.
    let pages: [CampaignPart]

    /// Returns the figure; nil if nothing was sent.
    func figure(_ head: PageHead, _ budget: PageBudget) -> Figure? {
        guard !campaigns.isEmpty else { return nil }
        let list = RankedRows(campaigns, by: "sent", atMost: budget.rows)
        let top = Bars.top(of: list.rows.map(early))
        let columns = [
            "Sent", "In 24 h", "95% interval", "Influenced", "Turned off per 1,000", "95% interval", "Last sent",
        ]
        return Figure(
            name: "campaigns", title: "Campaigns",
            caption: "Notifications opened within 24 hours, percent of those sent, and people who had turned "
                + "notifications off at their next visit, per 1,000 sends.",
            legend: [.patch("allowed", "Opened within 24 hours"), .whisker("95% interval")],
            table: Table(
                style: "versions",
                columns: [.words("Campaign"), .bars(Bars.scale(top: top))] + columns.map { .number($0) },
                groups: [list.rows.map { line($0, top: top) } + list.others("campaign", "campaigns", of: "sent")]),
            note: "The bars end at \(top)%. In 24 h: of sends older than a day. \(TurnOffRate.note)"
                + findings.map { " " + $0.sentence }.joined()
                + (campaigns.contains { $0["sent"] == nil } ? " " + head.withheld("people sent to") : ""),
            csv: "turn_offs_by_campaign")
    }

    private func early(_ row: Row) -> ShownRate {
        row.shown("open_rate_24h", of: row.counted("sent_24h"), usual: all?.rate("open_rate_24h"))
    }

    private func line(_ row: Row, top: Int) -> Table.Row {
        let campaign = row.text("campaign")
        let (early, turnOff) = (early(row), turnOffs.row(of: campaign))
        let rate = TurnOffRate(turnOff)
        let influenced = row.shown(
            "influenced_open_rate", of: row.counted("sent"), usual: all?.rate("influenced_open_rate"))
        return Table.Row(
            name: campaign.isEmpty ? "no campaign" : PageFormat.name(campaign),
            link: pages.first { $0.isOf(campaign) }?.file,
            cells: [
                .bar(Bars.rate(early, style: "allowed", top: Double(top) / 100)),
                .number(row.count("sent"), label: "Sent"), .rate(early), .interval(early),
                .number(influenced.text, label: "Influenced"),
                .number(rate.text, label: "Turned off per 1,000", isOpen: rate.isOpen),
                .number(rate.interval, label: "95% interval"),
                .words(turnOff?.day("last_sent")?.text ?? ""),
            ])
    }
}

extension [Row] {
    /// Returns the row of a campaign; nil if there is none. Names are compared byte by byte.
    func row(of campaign: String) -> Row? {
        first { $0.text("campaign").utf8.elementsEqual(campaign.utf8) }
    }
}
