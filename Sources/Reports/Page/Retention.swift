/// What became of permission some days after it was given.
public struct Retention: Sendable, Equatable {
    /// Installations that allowed at least so many days before the horizon.
    public var eligible: Int
    /// Of the eligible, those with status `authorized` so many days after the decision.
    public var retained: Int
    /// Of the eligible, those that opened a notification within so many days of the decision.
    public var opened: Int
    /// `retained / eligible`; nil where no one is eligible.
    public var retainedRate: Rate?

    /// Counts of installations and the rate that follows from them.
    public init(eligible: Int, retained: Int, opened: Int, retainedRate: Rate?) {
        self.eligible = eligible
        self.retained = retained
        self.opened = opened
        self.retainedRate = retainedRate
    }
}
