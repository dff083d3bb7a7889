/// One day of the trend, by the day of the prompt.
public struct OptInDay: Sendable, Equatable {
    /// The day in the report's time zone.
    public var day: Day
    /// Installations prompted on the day; nil where withheld.
    public var prompted: Int?
    /// Decided and undecided of the seven days that end with this one: the base of the rate.
    public var pooledBase: Int
    /// The grant rate of those seven days; nil where there is no base.
    public var pooledRate: Rate?
    /// Whether someone prompted in those days can still answer.
    public var isOpen: Bool

    /// A day and the grant rate of the seven days that end with it.
    public init(day: Day, prompted: Int?, pooledBase: Int, pooledRate: Rate?, isOpen: Bool) {
        self.day = day
        self.prompted = prompted
        self.pooledBase = pooledBase
        self.pooledRate = pooledRate
        self.isOpen = isOpen
    }
}
