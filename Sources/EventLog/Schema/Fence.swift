public import Postgres

/// The locks around the log, each that of an empty table, which only who writes the log may take. They keep others from waiting
/// or from colliding; what makes results right are keys, constraints and the compare-and-set of checkpoints. Writers take them
/// in `log.enter_gate` and `log.seal_batch`.
public enum Fence: String, Sendable {
    /// GATE: shared by every writer of the log, exclusive for erasure and retention.
    case gate
    /// SEAL: exclusive for a batch's last act, in which it gets its position; shared for reading the head.
    case seal

    /// Takes the lock until the transaction ends, waiting for it.
    public var exclusive: Statement {
        switch self {
        case .gate: Statement("lock GATE", "LOCK TABLE log.gate IN EXCLUSIVE MODE")
        case .seal: Statement("lock SEAL", "LOCK TABLE log.seal IN EXCLUSIVE MODE")
        }
    }

    /// Shares the lock until the transaction ends, waiting for it.
    public var shared: Statement {
        switch self {
        case .gate: Statement("share GATE", "LOCK TABLE log.gate IN ROW EXCLUSIVE MODE")
        case .seal: Statement("share SEAL", "LOCK TABLE log.seal IN ROW EXCLUSIVE MODE")
        }
    }
}
