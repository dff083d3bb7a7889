/// The variants of one app's experiments against their control since each experiment began, with intervals that may be
/// read every day. All are on one base: everyone assigned, or only people who were asked.
struct Experiments {
    /// Who is counted. Of those asked, an arm may have changed who they are.
    enum Base: String, CaseIterable { case assigned, asked }

    /// What can be said about a variant.
    enum Verdict: Equatable {
        /// The numbers are withheld because they are of too few people.
        case withheld
        /// The sizes of the experiment's variants differ more than an even split explains.
        case broken
        /// Fewer than `fewest` people with the variant or with the control.
        case tooFew
        /// No one, or everyone, reached the outcome with both, so the interval has no width.
        case same
        /// The interval holds 0.
        case open(Rate)
        case clear(Rate)
    }

    /// The fewest people on either side for an interval.
    static let fewest = 100
    /// The assignment looks broken if the p of an even split is below this.
    private static let broken = 0.001

    let base: Base
    /// Rows of `opt_in_experiments`, and of `opt_in_experiment_days`.
    let rows, days: [Row]
    /// Rows of `lone_arms`: the arms with which nothing can be compared.
    let lone: [Row]
    /// The rows of `opt_in_experiments` on the other base.
    private let others: [Row]
    /// Whether the app has experiments on the other base too.
    let hasOthers: Bool

    /// Returns the experiments on each base that has any. The base that tells more comes first.
    static func all(_ rows: [Row], days: [Row], lone: [Row]) -> [Experiments] {
        Base.allCases.map { base in
            let isOf = { (row: Row) in row["base"] == base.rawValue }
            return Experiments(
                base: base, rows: rows.filter(isOf), days: days.filter(isOf), lone: lone.filter(isOf),
                others: rows.filter { !isOf($0) }, hasOthers: !(rows + lone).allSatisfy(isOf))
        }.filter { !$0.rows.isEmpty || !$0.lone.isEmpty }
    }

    /// Returns what the numbers of a row allow to say.
    static func verdict(_ row: Row) -> Verdict {
        guard row["settled"] != nil else { return .withheld }
        if let p = row.double("split_p"), p < broken { return .broken }
        guard let difference = row.rate("difference") else { return .tooFew }
        if difference.low == 0, difference.high == 0 { return .same }
        return row["is_clear"] == "true" ? .clear(difference) : .open(difference)
    }

    /// Returns the difference to the control if it may be told.
    static func difference(_ row: Row) -> Rate? {
        switch verdict(row) {
        case .open(let difference), .clear(let difference): difference
        default: nil
        }
    }

    /// The places of the rows that tell a difference, those with most people first.
    var largest: [Int] {
        let size = { (row: Row) in min(row.int("settled") ?? 0, row.int("settled_control") ?? 0) }
        return rows.enumerated().filter { Self.difference($0.element) != nil }.sorted { one, other in
            (size(other.element), one.offset) < (size(one.element), other.offset)
        }.map(\.offset)
    }

    /// Returns the variant of the same names among people who were asked, if exactly one experiment has it and it says
    /// that clearly more, or fewer, of them allow, while of everyone assigned the same is not clear.
    func contradiction(of row: Row) -> Row? {
        guard base == .assigned, row["outcome"] == "allowed", let whole = Self.difference(row) else { return nil }
        let same = { (one: Row, other: Row) in
            ["variant", "control"].allSatisfy { one.text($0).utf8.elementsEqual(other.text($0).utf8) }
        }
        let asked = others.filter { same($0, row) && $0["is_clear"] == "true" }
        let assigned = rows.filter { same($0, row) && $0["outcome"] == "allowed" }
        guard asked.count == 1, assigned.count == 1, let part = asked[0].rate("difference") else { return nil }
        let isSame = row["is_clear"] == "true" && whole.value.sign == part.value.sign
        return isSame ? nil : asked[0]
    }
}
