/// The direct open rate of one app by weekday and hour of the send: a heat map or, if few hours were used, bars.
struct OpenHours {
    /// Rows of `opens_by_hour`; `weekday` 1 is Monday.
    let rows: [Row]
    /// The whole app's direct open rate, which decides whether an hour's interval is narrow enough to show its rate.
    let usual: Rate?

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// The number of shades, from `heat-1` to `heat-6` in the style sheet.
    private static let steps = 6
    /// The largest number of hours that are shown as bars. In a heat map, so few would stand among dots.
    private static let mostBars = 24

    private static let title = "Direct opens by weekday and hour of the send"
    private static let caption =
        "Notifications opened, percent of those sent in the hour, by the clock of the person who got them."

    /// Whether the numbers of an hour are withheld, because they are of few people.
    private var isWithheld: Bool { rows.contains { $0["sent"] == nil } }

    /// The hours with a rate to show, in the order of the week.
    private var shown: [(row: Row, rate: Rate)] {
        rows.compactMap { row in rate(row).shown.map { (row, $0) } }
    }

    /// Returns the figure; nil if no hour has enough sends for a rate.
    func figure(_ head: PageHead) -> Figure? {
        let shown = shown
        guard !shown.isEmpty else { return nil }
        return shown.count > Self.mostBars ? heatMap(shown.map(\.rate), head) : bars(shown.map(\.row), head)
    }

    private func heatMap(_ shown: [Rate], _ head: PageHead) -> Figure {
        let cells = Dictionary(
            rows.map { (($0.int("weekday") ?? 0) * 24 + ($0.int("hour") ?? 0), rate($0)) }, uniquingKeysWith: { $1 })
        let top = shown.max { $0.value < $1.value }
        let most = top?.value ?? 0
        let widest = shown.reduce(0) { max($0, $1.high - $1.low) }
        return Figure(
            name: "hours", title: Self.title, caption: Self.caption,
            legend: [
                .patch("heat-1", PageFormat.percent(0)),
                .patch("heat-\(Self.steps)", top.map { PageFormat.percent($0) } ?? ""),
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
            note:
                "A dot: too few sent for a rate; a dash: nothing sent\(isWithheld ? ", or withheld" : ""). The widest 95% interval of these rates spans "
                + "\(PageFormat.percentDigits(widest)) points; the CSV has each. " + clock(head), csv: "opens_by_hour")
    }

    private func bars(_ listed: [Row], _ head: PageHead) -> Figure {
        let top = Bars.top(of: listed.map(rate))
        let left = rows.filter { row in !listed.contains(row) && row["sent"] != nil }
        let omission =
            left.isEmpty
            ? ""
            : "\(PageFormat.counted(left.count, "other hour has", "other hours have")) too few sent for a rate "
                + "(\(Row.total("sent", of: left).text) in total). "
        return Figure(
            name: "hours", title: Self.title, caption: Self.caption,
            legend: [.patch("allowed", "Opened within \(head.openWindow)"), .whisker("95% interval")],
            table: Table(
                style: "versions",
                columns: [.words("Hour"), .bars(Bars.scale(top: top))]
                    + ["Opened", "95% interval", "Sent"].map { .number($0) },
                groups: [
                    listed.map { row in
                        Table.Row(
                            name: Self.name(of: row),
                            cells: [
                                .bar(Bars.rate(rate(row), style: "allowed", top: Double(top) / 100)), .rate(rate(row)),
                                .interval(rate(row)), .number(row.count("sent"), label: "Sent"),
                            ])
                    }
                ]),
            note: "The bars end at \(top)%. " + omission + (isWithheld ? "Some hours are withheld. " : "")
                + clock(head), csv: "opens_by_hour")
    }

    /// How the hour is known, and how to read the rates.
    private func clock(_ head: PageHead) -> String {
        "The hour is that of the phone’s clock when it last reported an event before the send; without any, that of "
            + "\(PageFormat.name(head.timeZone)). Sends of the last \(head.openWindow) can still be opened. Some people "
            + "would open the app at these hours without a notification."
    }

    /// The weekday and hour of a row, for example `Mon 16:00`.
    private static func name(of row: Row) -> String {
        let day = row.int("weekday").flatMap { weekdays.indices.contains($0 - 1) ? weekdays[$0 - 1] : nil } ?? ""
        return "\(day) \(row.int("hour") ?? 0):00"
    }

    private func rate(_ row: Row) -> ShownRate { row.shown("direct_open_rate", of: row.counted("sent"), usual: usual) }

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
