/// Turn-offs per 1,000 sends that were alone between two readings of the status, as a page shows them. It is shown from
/// 100 such sends on.
struct TurnOffRate {
    private let row: Row?

    /// Takes a row of `turn_offs_by_campaign`; nil if there is none.
    init(_ row: Row?) { self.row = row }

    /// The rate with its interval; nil if there are too few sends, or it is withheld.
    var rate: Rate? { row?.rate("turn_offs_per_1000") }

    /// The rate as a share of these sends, for a bar.
    var share: ShownRate {
        rate.map { .rate(Rate(value: $0.value / 1_000, low: $0.low / 1_000, high: $0.high / 1_000)) } ?? .none
    }

    /// For example `17.4`; `too few (56)` with that many sends alone; a dash if it is withheld or nothing was sent.
    var text: String {
        if let rate { return rate.text(Self.digits) }
        return row?.counted("alone").map { "too few (\($0.text))" } ?? PageFormat.dash
    }

    /// For example `12.5–66.6`, or a dash.
    var interval: String {
        guard let rate else { return PageFormat.dash }
        return CellMark.mark("\(Self.digits(rate.low))–\(Self.digits(rate.high))", rate.cell)
    }

    /// Whether turn-offs can still be found to come after its sends.
    var isOpen: Bool { row?.isTrue("is_open") ?? false }

    private static func digits(_ number: Double) -> String { PageFormat.percentDigits(number / 100) }

    /// What pages say beside these rates: what can't be seen, and that it is no cause.
    static let note =
        "Turned off: per 1,000 sends that were the only one between two visits, of which the first found notifications on and "
        + "the next found them off. It says what came before, not why. People who never come back, and those who "
        + "delete the app, are not seen. Up to 28 days after a send it can still change. “Too few”: under 100 such sends."
}
