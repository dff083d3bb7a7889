/// The opt-in rate of an app, or of a part of its people, against the range before at the same age.
struct OptInChange {
    /// Which sentence the comparison allows.
    enum Verdict: Equatable {
        /// No one was asked in the range.
        case nobody
        /// The numbers are withheld because they are of too few people.
        case withheld
        /// Everyone asked can still answer.
        case open(asked: Count)
        /// Fewer than `smallestRange` people in the range.
        case tooFew(asked: Count, settled: Count)
        /// The app's events do not reach back over all of the range before; `since` is the first day with any.
        case uncovered(since: Day?)
        /// Fewer than `smallestRange` people in the range before.
        case tooFewBefore(asked: Count)
        /// The comparison is withheld because it is of too few people.
        case withheldBefore
        /// The interval of the difference holds 0.
        case held(Rate)
        /// The interval leaves out 0, but so it does in 1 of 20 comparisons of equal rates: p is `surely` or more.
        case leaning(Rate)
        case changed(Rate)
    }

    /// The fewest people in each range for a comparison.
    static let smallestRange = 300
    /// A change is in the headline if p is below this. Of a rate that does not change, read every day over 28 days, such
    /// a headline then begins about once in seven years.
    static let surely = 0.001

    /// The row of these people in `opt_in_by_os` or another table of answers; nil if no one was asked or it is
    /// withheld.
    let total: Row?
    /// Whether there are people whose numbers are withheld.
    var isWithheld = false
    /// The row of these people in `opt_in_changes`; nil if no one was asked in either range.
    let compared: Row?
    /// The row of the app's opt-in rate in `key_numbers`: whether the range before is covered, and the two parts of the
    /// change.
    let key: Row?
    /// A phrase for the title if these are not all people of the app, such as ` on iOS 17`.
    var place = ""

    var asked: Count { total?.counted("prompted") ?? Count(value: 0, cell: nil) }

    /// The opt-in rate with its interval; not shown if it is of too few people.
    var rate: ShownRate { total.map { $0.shown("grant_rate", of: $0.settled) } ?? .none }

    var verdict: Verdict {
        guard let total, asked.value > 0 else { return isWithheld ? .withheld : .nobody }
        guard let settled = total.settled, settled.value > 0 else { return .open(asked: asked) }
        guard settled.value >= Self.smallestRange else { return .tooFew(asked: asked, settled: settled) }
        guard key?.isTrue("is_covered") == true else { return .uncovered(since: key?.day("first_day")) }
        if let compared, compared["prompted"] == nil { return .withheldBefore }
        guard let compared, let before = compared.int("settled_before"), before >= Self.smallestRange else {
            return .tooFewBefore(asked: compared?.counted("prompted_before") ?? Count(value: 0, cell: nil))
        }
        guard let difference = compared.rate("difference") else { return .uncovered(since: nil) }
        guard difference.isClear else { return .held(difference) }
        return (compared.double("p") ?? 1) < Self.surely ? .changed(difference) : .leaning(difference)
    }

    /// Whether the two ranges can be compared.
    var isCompared: Bool {
        switch verdict {
        case .held, .leaning, .changed: true
        default: false
        }
    }

    /// The difference if the headline says that the rate changed.
    var changed: Rate? { if case .changed(let difference) = verdict { difference } else { nil } }
}

extension Rate {
    /// Whether an interval of a difference leaves out 0.
    var isClear: Bool { low > 0 || high < 0 }
}
