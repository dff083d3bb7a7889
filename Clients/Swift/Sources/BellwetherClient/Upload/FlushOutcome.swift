/// What became of a flush.
public enum FlushOutcome: Sendable, Hashable {
    /// Everything that was recorded is delivered.
    case empty
    /// This many events are left, for this reason. They will be sent later.
    case left(Int, FlushObstacle)
}
