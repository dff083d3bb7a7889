public import Postgres

/// The locks around the log. Each is a lock on an empty table, so only roles with rights on that table can take it, not
/// analysts. They save others from waiting or colliding; the correctness of results depends on keys, constraints and
/// the compare-and-set of checkpoints instead. Writers take them in `log.enter_gate` and `log.seal_batch`.
public enum Fence: String, Sendable {
    /// GATE: shared by every writer of the log, exclusive for erasure and retention.
    case gate
    /// SEAL: exclusive for a batch's last step, in which it gets its position; shared for reading the head.
    case seal

    /// Waits for the exclusive lock, which lasts until the transaction ends.
    public var exclusive: Statement {
        switch self {
        case .gate: Statement("lock GATE", "LOCK TABLE log.gate IN EXCLUSIVE MODE")
        case .seal: Statement("lock SEAL", "LOCK TABLE log.seal IN EXCLUSIVE MODE")
        }
    }

    /// Waits for the shared lock, which lasts until the transaction ends.
    public var shared: Statement {
        switch self {
        case .gate: Statement("share GATE", "LOCK TABLE log.gate IN ROW EXCLUSIVE MODE")
        case .seal: Statement("share SEAL", "LOCK TABLE log.seal IN ROW EXCLUSIVE MODE")
        }
    }
}
