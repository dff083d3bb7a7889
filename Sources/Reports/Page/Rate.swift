/// A proportion with its 95 % Wilson score interval, as SQL computed them.
public struct Rate: Sendable, Equatable {
    /// The proportion, 0…1.
    public var value: Double
    /// The lower bound of the interval, 0…1.
    public var low: Double
    /// The upper bound of the interval, 0…1.
    public var high: Double

    /// A proportion and the bounds of its interval, all fractions of one.
    public init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = high
    }
}
