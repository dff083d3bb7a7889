/// The outcome of a flush.
public enum FlushOutcome: Sendable, Hashable {
    /// All events recorded before are delivered.
    case empty
    /// This number of events is left, for this reason. They are sent later.
    case left(Int, FlushObstacle)
}
