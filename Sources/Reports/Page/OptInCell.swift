/// The opt-in funnel of one cell: an app, an OS version of it, or a major of that.
public struct OptInCell: Sendable, Equatable {
    /// Installations with a first prompt: `decided + undecided + openWindow`.
    public var prompted: Int
    /// Of these, with an answer within the conversion window: `granted + denied`.
    public var decided: Int
    /// Of the decided, those that allowed.
    public var granted: Int
    /// Of the decided, those that denied.
    public var denied: Int
    /// Prompted, no answer, and the window had passed at the horizon.
    public var undecided: Int
    /// Prompted, no answer yet, and the window had not passed.
    public var openWindow: Int
    /// `granted / (decided + undecided)`; nil where that is empty.
    public var grantRate: Rate?
    /// `granted / decided`; nil where no one decided.
    public var acceptanceRate: Rate?
    /// Median of the seconds from the prompt to the decision.
    public var secondsToDecisionP50: Double?
    /// 90th percentile of the seconds from the prompt to the decision.
    public var secondsToDecisionP90: Double?
    /// Permission seven days after it was given.
    public var retention7d: Retention
    /// Permission thirty days after it was given.
    public var retention30d: Retention

    /// All numbers of a cell; the page shows them and computes none of them.
    public init(
        prompted: Int, decided: Int, granted: Int, denied: Int, undecided: Int, openWindow: Int,
        grantRate: Rate?, acceptanceRate: Rate?, secondsToDecisionP50: Double?, secondsToDecisionP90: Double?,
        retention7d: Retention, retention30d: Retention
    ) {
        self.prompted = prompted
        self.decided = decided
        self.granted = granted
        self.denied = denied
        self.undecided = undecided
        self.openWindow = openWindow
        self.grantRate = grantRate
        self.acceptanceRate = acceptanceRate
        self.secondsToDecisionP50 = secondsToDecisionP50
        self.secondsToDecisionP90 = secondsToDecisionP90
        self.retention7d = retention7d
        self.retention30d = retention30d
    }

    /// The base of the grant rate: those whose answer, or whose lack of one, is settled.
    var settled: Int { decided + undecided }
}
