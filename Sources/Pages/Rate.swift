/// A proportion with its 95% interval (Wilson score), or a difference of proportions with its interval (Newcombe). SQL
/// computes both.
public struct Rate: Sendable, Equatable {
    /// The proportion, 0…1, or the difference, −1…1.
    public var value: Double
    /// The lower bound of the interval, in the same unit.
    public var low: Double
    /// The upper bound of the interval, in the same unit.
    public var high: Double
    /// The name of the cell that it comes from, for `CellMark`.
    private(set) var cell: String?

    /// Creates a rate from fractions: 0.5 is 50%.
    public init(value: Double, low: Double, high: Double) {
        self.init(value: value, low: low, high: high, cell: nil)
    }

    init(value: Double, low: Double, high: Double, cell: String?) {
        (self.value, self.low, self.high, self.cell) = (value, low, high, cell)
    }

    /// Returns the value as `format` writes it, such as `PageFormat.moved`.
    func text(_ format: (Double) -> String) -> String { CellMark.mark(format(value), cell) }

    /// The bounds of the interval of a difference in percentage points: `−0.7 to +2.3`.
    var bounds: String { CellMark.mark("\(PageFormat.signed(low)) to \(PageFormat.signed(high))", cell) }
}
