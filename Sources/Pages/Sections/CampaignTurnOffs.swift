/// The figure of a campaign's page that shows its turn-offs beside those of the app's other campaigns.
struct CampaignTurnOffs {
    let part: CampaignPart

    /// Returns the figure: this campaign, then the others, those with most turn-offs first. Nil if there are no two with a
    /// rate.
    func figure(_ budget: PageBudget) -> Figure? {
        let others = part.turnOffsOfOthers.filter { TurnOffRate($0).rate != nil }.sorted {
            TurnOffRate($0).rate?.value ?? 0 > TurnOffRate($1).rate?.value ?? 0
        }
        guard let own = part.turnOffs, TurnOffRate(own).rate != nil, !others.isEmpty else { return nil }
        let rows = [own] + others.prefix(budget.rows)
        let top = Bars.top(of: rows.map { TurnOffRate($0).share })
        return Figure(
            name: "turn-offs", title: "Turned off, beside the app's other campaigns",
            caption: "People who had turned notifications off at their next visit, per 1,000 sends.",
            legend: [.patch("denied", "Turned off"), .whisker("95% interval")],
            table: Table(
                style: "versions",
                columns: [.words("Campaign"), .bars(Bars.scale(top: top * 10, unit: ""))]
                    + ["Per 1,000", "95% interval", "Sends alone"].map { .number($0) },
                groups: [rows.map { line($0, top: top) }]),
            note: "The bars end at \(top)% of the sends. \(TurnOffRate.note)"
                + Self.omission(others.count - budget.rows)
                + (part.finding.map { " " + $0.sentence } ?? ""),
            csv: "turn_offs_by_campaign")
    }

    private static func omission(_ count: Int) -> String {
        count > 0 ? " \(PageFormat.counted(count, "more campaign is", "more campaigns are")) in the CSV." : ""
    }

    private func line(_ row: Row, top: Int) -> Table.Row {
        let rate = TurnOffRate(row)
        let campaign = row.text("campaign")
        return Table.Row(
            name: campaign.isEmpty ? "no campaign" : PageFormat.name(campaign),
            cells: [
                .bar(Bars.rate(rate.share, style: "denied", top: Double(top) / 100)),
                .number(rate.text, label: "Per 1,000", isOpen: rate.isOpen),
                .number(rate.interval, label: "95% interval"),
                .number(row.count("alone"), label: "Sends alone"),
            ])
    }
}
