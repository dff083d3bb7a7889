/// A rate as a table shows it: only where its interval is narrow enough to mean something.
enum ShownRate: Equatable {
    case rate(Rate)
    /// The base is too small, or the interval too wide.
    case tooFew(base: Int)
    /// There is no base.
    case none

    /// The smallest base for which a rate is shown.
    static let smallestBase = 30

    /// A rate, given how many it is of and the rate's usual size: that of the whole app.
    init(_ rate: Rate?, base: Int, usual: Rate?) {
        guard base > 0, let rate else {
            self = .none
            return
        }
        let size = usual ?? rate
        let widest = size.value > 0 ? size.value : size.high
        let isMeaningful = base >= Self.smallestBase && rate.high - rate.low <= widest
        self = isMeaningful ? .rate(rate) : .tooFew(base: base)
    }

    /// The rate if it is shown.
    var shown: Rate? {
        if case .rate(let rate) = self { rate } else { nil }
    }

    /// `59.4 %`, `too few (12)` or a dash.
    var text: String {
        switch self {
        case .rate(let rate): PageFormat.percent(rate.value)
        case .tooFew(let base): "too few (\(PageFormat.count(base)))"
        case .none: PageFormat.dash
        }
    }

    /// `59.1–59.8` or a dash.
    var interval: String { shown.map(PageFormat.interval) ?? PageFormat.dash }

    /// The class of the cell.
    var style: String { if case .tooFew = self { "few" } else { "rate" } }
}
