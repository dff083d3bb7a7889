/// The provisional page of one app: the outcomes of provisional trials (quiet notifications without a prompt), compared
/// with asking by prompt.
struct ProvisionalSection: Section {
    let appID: String
    /// Rows of `provisional_by_os`.
    private let rows: [Row]
    /// People who were asked by prompt.
    private let optIn: OptInStanding

    init(_ app: String, _ rows: ReportRows) {
        appID = app
        self.rows = rows["provisional_by_os", app: app]
        optIn = OptInStanding(app, rows)
    }

    /// The outcomes in the order of the bars: column, CSS class and label.
    private static let outcomes = [
        ("kept_prominent", "allowed", "Kept prominent"), ("kept_quiet", "quiet", "Kept quiet"),
        ("kept_unspecified", "soft", "Kept unspecified"), ("upgraded", "deep", "Upgraded"),
        ("turned_off", "denied", "Turned off"), ("refused", "deep-denied", "Refused"),
        ("pending", "no-answer", "Pending"),
    ]

    /// The row of the whole app; nil if there is none or it is withheld.
    private var total: Row? { rows.first { $0["level"] == "app" && $0["started"] != nil } }

    /// The number of trials that have an outcome; nil if withheld.
    private func settled(_ row: Row?) -> Count? { row?.counted("started", without: "pending") }

    /// The share of settled trials (those not pending any more) whose people kept notifications.
    private func keepRate(_ row: Row?) -> ShownRate {
        row?.shown("keep_rate", of: settled(row), usual: total?.rate("keep_rate")) ?? .none
    }

    var summary: (value: String, note: String) {
        (
            keepRate(total).text,
            total.map { Self.trials($0, "started") }
                ?? (rows.isEmpty
                    ? "no trials" : "withheld")
        )
    }

    func headline(_ head: PageHead) -> Headline {
        guard let total else {
            return rows.isEmpty
                ? Headline(
                    title: "No one started a provisional trial", lede: "No one started one \(head.range).")
                : Headline(
                    title: "Too few provisional trials to say more",
                    lede: "Fewer than \(PageFormat.count(head.minimumCell)) trials started \(head.range): the numbers "
                        + "are withheld.")
        }
        let base =
            "\(Self.trials(total, "started")) started \(head.range); \(total.count("pending")) "
            + "\(total.int("pending") == 1 ? "is" : "are") pending: no choice yet."
        guard let rate = keepRate(total).shown else {
            return Headline(title: "Too few settled trials for a rate yet", lede: base)
        }
        return Headline(
            title: "\(PageFormat.percent(rate)) of settled trials keep notifications",
            lede: "Of \(settled(total)?.text ?? "0") trials with an outcome, 95% interval "
                + "\(PageFormat.unbroken(rate))%. \(base)")
    }

    /// A number of trials in words, for example `3,258 trials`.
    private static func trials(_ row: Row, _ column: String) -> String {
        "\(row.count(column)) \(row.int(column) == 1 ? "trial" : "trials")"
    }

    /// The opt-in rate of people who saw the prompt, under the name that it has on other pages of these days.
    private var outright: KeyNumber {
        let rate = optIn.isShort ? "Opt-in within 24 hours" : "Opt-in rate"
        let people = optIn.isShort ? optIn.verdict?.row.counted("base") : optIn.total?.settled
        return KeyNumber(
            "\(rate) when asked outright", optIn.level,
            note: "of \(people?.people ?? "people") who saw the prompt"
                + (optIn.isShort ? " 24 hours ago or earlier" : ""))
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total else { return [] }
        return [
            KeyNumber("Keep rate", keepRate(total), note: "of \(settled(total)?.text ?? "0") settled trials"),
            outright,
            KeyNumber("Started", total, "started", note: "trials in these days"),
            KeyNumber("Turned off", total, "turned_off", note: share("turned_off", total)),
            KeyNumber("Pending", total, "pending", note: share("pending", total), isOpen: true),
        ]
    }

    /// Returns the share of trials with an outcome, for example `15.2% (13.0–17.7) of trials`; only the number of
    /// trials if they are too few for a share.
    private func share(_ column: String, _ total: Row) -> String {
        let started = total.counted("started")
        guard let rate = total.shown("\(column)_rate", of: started).shown else {
            return "of \(Self.trials(total, "started"))"
        }
        return "\(PageFormat.percent(rate)) (\(PageFormat.unbroken(rate))) of trials"
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard !rows.isEmpty else { return [] }
        let list = VersionList(rows.filter { $0["level"] != "app" }, by: "started", atMost: budget.rows)
        return [
            Figure(
                name: "outcomes", title: "Outcomes of provisional trials by OS version",
                caption: "Outcomes of the trials that started in these days, in percent.",
                legend: Self.outcomes.map { .patch($0.1, $0.2) },
                table: Table(
                    style: "versions many stacked", columns: Self.columns, groups: list.table(of: "trials", cells)),
                note: "Keep rate = (kept prominent + kept quiet + kept unspecified + upgraded) ÷ (started − pending). "
                    + "A pending trial has no time limit. Upgraded, refused: the app showed the prompt during "
                    + "the trial. “Too few”: under \(ShownRate.smallestBase) settled trials, or an interval too wide "
                    + "to be useful. The keep rate and the opt-in rate are of different people, so they can’t be compared "
                    + "directly. "
                    + (list.isWithheld(by: "started") ? head.withheld("trials") + " " : "") + list.omission("trials"),
                csv: "provisional_by_os")
        ]
    }

    private static var columns: [Table.Column] {
        [.words("OS version"), .bars(Bars.scale()), .number("Keep rate"), .number("95% interval")]
            + outcomes.map { .number($0.2) } + [.number("Started")]
    }

    private func cells(_ row: Row) -> [Table.Cell] {
        let rate = keepRate(row)
        return [
            .bar(Bars.parts(Self.outcomes.map { ($0.1, row.int($0.0)) })), .rate(rate), .interval(rate),
        ]
            + Self.outcomes.map { column, _, label in
                .number(row.count(column), label: label, isOpen: column == "pending" && (row.int(column) ?? 0) > 0)
            } + [.number(row.count("started"), label: "Started")]
    }
}
