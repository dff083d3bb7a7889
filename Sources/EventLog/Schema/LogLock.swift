public import Postgres

/// The locks around the log. Each is a lock on an empty table, so only roles with rights on that table can take it, not
/// analysts. They save others from waiting or colliding; the correctness of results depends on keys, constraints and
/// the compare-and-set of checkpoints instead. Writers take them in `log.hold_intake_rules` and `log.seal_batch`.
public enum LogLock: String, Sendable {
    /// The writer lock: shared by every writer of the log, exclusive for erasure and retention.
    case writer
    /// The position lock: exclusive for a batch's last step, in which it gets its position; shared for reading the head.
    case position

    /// Waits for the exclusive lock, which lasts until the transaction ends.
    public var exclusive: Statement {
        switch self {
        case .writer: Statement("lock out writers", "LOCK TABLE log.writer_lock IN EXCLUSIVE MODE")
        case .position: Statement("lock positions", "LOCK TABLE log.position_lock IN EXCLUSIVE MODE")
        }
    }

    /// Waits for the shared lock, which lasts until the transaction ends.
    public var shared: Statement {
        switch self {
        case .writer: Statement("share writer lock", "LOCK TABLE log.writer_lock IN ROW EXCLUSIVE MODE")
        case .position: Statement("share position lock", "LOCK TABLE log.position_lock IN ROW EXCLUSIVE MODE")
        }
    }
}
