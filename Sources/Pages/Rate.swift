/// A proportion with its 95% interval (Wilson score), or a difference of proportions with its interval (Newcombe). SQL
/// computes both.
public struct Rate: Sendable, Equatable {
    /// The proportion, 0…1, or the difference, −1…1.
    public var value: Double
    /// The lower bound of the interval, in the same unit.
    public var low: Double
    /// The upper bound of the interval, in the same unit.
    public var high: Double

    /// Creates a rate from fractions: 0.5 is 50%.
    public init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = high
    }
}
