/// A heat map of one app: the direct open rate by weekday and hour of the send.
struct OpenHours {
    /// Rows of `opens_by_hour`; `weekday` 1 is Monday.
    let rows: [Row]
    /// The whole app's direct open rate, which decides whether an hour's interval is narrow enough to show its rate.
    let usual: Rate?

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// The number of shades, from `heat-1` to `heat-6` in the style sheet.
    private static let steps = 6

    /// Returns the figure; nil if no hour has enough sends for a rate.
    func figure(_ head: PageHead) -> Figure? {
        let cells = Dictionary(
            rows.map { (($0.int("weekday") ?? 0) * 24 + ($0.int("hour") ?? 0), rate($0)) }, uniquingKeysWith: { $1 })
        let shown = cells.values.compactMap(\.shown)
        guard let most = shown.map(\.value).max() else { return nil }
        let widest = shown.reduce(0) { max($0, $1.high - $1.low) }
        return Figure(
            name: "hours", title: "Direct opens by weekday and hour of the send",
            caption: "Notifications opened, per cent of those sent in the hour, "
                + "\(PageFormat.name(head.timeZone)) time.",
            legend: [
                .patch("heat-1", PageFormat.percent(0)), .patch("heat-\(Self.steps)", PageFormat.percent(most)),
            ],
            table: Table(
                style: "hours", columns: [.fixed("Day")] + (0..<24).map { .fixed("\($0):00") },
                groups: [
                    Self.weekdays.enumerated().map { index, day in
                        Table.Row(
                            name: day,
                            cells: (0..<24).map { hour in
                                Self.cell(cells[(index + 1) * 24 + hour] ?? .none, of: most)
                            })
                    }
                ], isTurned: true),
            note: "Days and hours are those of the report’s time zone, not of each person’s. A dot: too few sent for a "
                + "rate that means something; a dash: nothing sent. The widest 95% interval of these rates "
                + "spans \(PageFormat.percentDigits(widest)) points; the CSV has each. People who would open the app "
                + "at these hours anyway are in these rates too: read them as timing, not as cause. Sends of the last "
                + "\(head.openWindow) can still be opened.", csv: "opens_by_hour")
    }

    private func rate(_ row: Row) -> ShownRate { row.shown("direct_open_rate", of: row.int("sent"), usual: usual) }

    /// Returns the cell of an hour. Shades start at a rate of 0, as bars do, so that small differences look small.
    private static func cell(_ rate: ShownRate, of most: Double) -> Table.Cell {
        switch rate {
        case .none: return .shade("–", step: nil)
        case .tooFew: return .shade("·", step: nil)
        case .rate(let rate):
            let share = most > 0 ? rate.value / most : 0
            return .shade(rate.text(PageFormat.percentDigits), step: min(Int(share * Double(steps)), steps - 1) + 1)
        }
    }
}
