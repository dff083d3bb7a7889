/// A rate as a page shows it: the number itself only if it is based on enough people and its interval is narrow enough.
package enum ShownRate: Equatable {
    case rate(Rate)
    /// The base is too small, or the interval too wide.
    case tooFew(base: Count)
    /// The base is 0, or the rate is withheld.
    case none

    /// The smallest base for which a rate is shown. (The base is the rate's denominator.)
    static let smallestBase = 30

    /// Decides whether to show a rate. `usual` is the whole app's rate, or nil if `rate` is that. The interval may be
    /// at most as wide as `usual` is large: a rate of 2% is not shown if its interval spans 3 points.
    init(_ rate: Rate?, base: Count?, usual: Rate?) {
        guard let base, base.value > 0, let rate else {
            self = .none
            return
        }
        let size = usual ?? rate
        let widest = size.value > 0 ? size.value : size.high
        let isMeaningful = base.value >= Self.smallestBase && rate.high - rate.low <= widest
        self = isMeaningful ? .rate(rate) : .tooFew(base: base)
    }

    /// The rate; nil if it is not shown.
    var shown: Rate? {
        if case .rate(let rate) = self { rate } else { nil }
    }

    /// Whether it is not shown because there are too few people.
    var isOfTooFew: Bool { if case .tooFew = self { true } else { false } }

    /// The text for a table cell: `59.4%`, `too few (12)` or a dash.
    package var text: String {
        switch self {
        case .rate(let rate): PageFormat.percent(rate)
        case .tooFew(let base): "too few (\(base.text))"
        case .none: PageFormat.dash
        }
    }

    /// The interval for a table cell: `59.1–59.8` or a dash.
    package var interval: String { shown.map(PageFormat.interval) ?? PageFormat.dash }

    /// The CSS class of the cell.
    var style: String { if case .tooFew = self { "few" } else { "rate" } }
}
