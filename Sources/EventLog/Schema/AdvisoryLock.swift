public import Postgres

/// The advisory locks of a database. They keep others from waiting or from colliding; what makes results right are keys,
/// constraints and the compare-and-set of checkpoints. Writers take GATE and SEAL in `log.enter_gate` and `log.seal_batch`.
public enum AdvisoryLock: Int, Sendable {
    /// Held exclusively while the schema is migrated.
    case migrate = 1
    /// GATE: shared by every writer of the log, exclusive for erasure and retention.
    case gate = 2
    /// SEAL: exclusive for a batch's last act, in which it gets its position; shared for reading the head.
    case seal = 3

    /// Takes the lock until the transaction ends, waiting for it.
    public var exclusive: Statement {
        switch self {
        case .migrate: Statement("lock MIGRATE", "SELECT pg_advisory_xact_lock(1650814060, 1)")
        case .gate: Statement("lock GATE", "SELECT pg_advisory_xact_lock(1650814060, 2)")
        case .seal: Statement("lock SEAL", "SELECT pg_advisory_xact_lock(1650814060, 3)")
        }
    }

    /// Shares the lock until the transaction ends, waiting for it.
    public var shared: Statement {
        switch self {
        case .migrate: Statement("share MIGRATE", "SELECT pg_advisory_xact_lock_shared(1650814060, 1)")
        case .gate: Statement("share GATE", "SELECT pg_advisory_xact_lock_shared(1650814060, 2)")
        case .seal: Statement("share SEAL", "SELECT pg_advisory_xact_lock_shared(1650814060, 3)")
        }
    }
}
