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

    /// Limits each wait for a lock in the rest of a transaction to a minute, after which 55P03 is thrown.
    public static let limitWaits = Statement("limit waits", "SET LOCAL lock_timeout = '60s'")
}

extension LogLock {
    private static let waitShortly = Statement("wait shortly", "SET LOCAL lock_timeout = '2s'")
    /// On the server, so that it ends if the task is cancelled.
    private static let pause = Statement("let others go on", "SELECT pg_sleep(1)")

    /// Runs `body` in a transaction that holds the lock alone. Runs it again after a deadlock, or if it waited too long
    /// for another lock.
    ///
    /// Who wants to share the lock queues behind a session that waits to hold it alone. So this waits 2 s at a time,
    /// which is longer than a batch takes and shorter than the collector lets its requests wait, and lets others go on
    /// for a second in between. `attempts`: how often; 20 take a minute.
    ///
    /// - Throws: 55P03 (`PostgresError.isLockTimeout`) if another session keeps the lock.
    public func holdAlone<Value>(
        _ connection: borrowing Connection, attempts: Int = 20, _ body: (borrowing Connection) throws -> Value
    ) throws -> Value {
        for _ in 1..<attempts {
            do {
                return try holdOnce(connection, body)
            } catch let error as PostgresError where error.isLockTimeout || error.isRetriable {
                try Task.checkCancellation()
                try connection.execute(Self.pause)
            }
        }
        return try holdOnce(connection, body)
    }

    private func holdOnce<Value>(
        _ connection: borrowing Connection, _ body: (borrowing Connection) throws -> Value
    ) throws -> Value {
        try connection.transaction { connection in
            try connection.execute(Self.waitShortly)
            try connection.execute(exclusive)
            return try body(connection)
        }
    }
}
