import EventLog
public import Events
public import Postgres

/// Drops engagement events (all types except permission events) that are older than the retention period, but keeps the
/// numbers computed from them (docs/decisions/0012-erasure-and-retention.md).
public struct Retention: Sendable {
    private let session: Session
    private let projector: Projector
    private let patience: SwapPatience

    /// The retention cutoff and what was dropped.
    public struct Report: Sendable, Encodable {
        /// The first day whose engagement events are kept, `yyyy-mm-dd` in UTC.
        public let retainedFrom: String
        /// The partitions that were dropped, in order.
        public let dropped: [String]

        enum CodingKeys: String, CodingKey {
            case retainedFrom = "retained_from"
            case dropped
        }
    }

    /// Creates a retention over a session with the owner's rights (no other role may delete from the log) and a
    /// projector. `patience` limits the attempts to drop partitions that queries are reading.
    public init(session: Session, projector: Projector, patience: SwapPatience = SwapPatience()) {
        self.session = session
        self.projector = projector
        self.patience = patience
    }

    /// Drops engagement events of which both `occurred_at` and the effective time are before the last `months` whole UTC
    /// months. The current month, that of `now`, is kept too and is not counted. A `now` that the server's clock has
    /// not reached counts as the server's time.
    ///
    /// First, the new cutoff is committed, and writers refuse events that occurred before. Then everything is projected.
    /// Then events are dropped, and words that nothing uses any more. If the program is killed in between, the next run
    /// completes the work. The cutoff never moves back, even if more months are asked for later.
    ///
    /// - Throws: `ProjectionError` if another program is projecting, or if queries keep reading the partitions for too
    ///   long; 55P03 if a writer keeps others waiting for a minute.
    public func retain(
        months: Int, now: Timestamp, progress: @escaping @Sendable (Projector.Progress) -> Void = { _ in }
    ) async throws -> Report {
        let retainedFrom = try await session.run { try Self.refuse(months: months, before: now, $0) }
        let isDone = try await session.run { try $0.execute(Self.findRetired).bool(0, 0) != true }
        if isDone { return Report(retainedFrom: retainedFrom, dropped: []) }
        let head = try await session.run { try Projector.head($0) }
        _ = try await projector.bringUp(progress: progress)
        let dropped = try await drop(projectedUpTo: head)
        try await session.run { connection in
            try PlannerStatistics.renew(connection)
            try UnusedWords.delete(connection)
        }
        return Report(retainedFrom: retainedFrom, dropped: dropped)
    }

    /// Commits the cutoff, and returns the first day that is kept. Writers that began before hold the writer lock, which
    /// all writers share. This waits for it, so what they store is in the log when this returns. Later writers refuse
    /// older events.
    private static func refuse(
        months: Int, before now: Timestamp, _ connection: borrowing Connection
    ) throws -> String {
        try LogLock.writer.holdAlone(connection) { connection in
            try connection.execute(raiseBound, [.int(months), .int(now.microseconds)]).text(0, 0) ?? ""
        }
    }

    /// Drops what is before the cutoff. Rows first, because nobody can use the log while partitions are being dropped.
    private func drop(projectedUpTo head: Int) async throws -> [String] {
        if try await session.run({ try $0.execute(Self.findCut).bool(0, 0) == true }) {
            _ = try await drop(Self.deleteRetired, projectedUpTo: head)
        }
        return try await drop(Self.dropRetired, projectedUpTo: head)
    }

    private func drop(_ statement: Statement, projectedUpTo head: Int) async throws -> [String] {
        for attempt in 1...patience.attempts {
            do {
                return try await session.run { try Self.dropOnce(statement, projectedUpTo: head, $0) }
            } catch let error where error.isOfLock || error.isOfRebuild || Generation.mayBeTriedAgain(after: error) {
                if attempt == patience.attempts { throw error.isOfRebuild ? error : ProjectionError.logIsRead }
                try await Task.sleep(for: patience.pause)
            }
        }
        throw ProjectionError.logIsRead
    }

    /// Runs a statement that drops in one transaction. Waits at most a fifth of a second for each lock, because new
    /// readers queue behind a waiting lock.
    private static func dropOnce(
        _ statement: Statement, projectedUpTo head: Int, _ connection: borrowing Connection
    ) throws -> [String] {
        try connection.execute(Statement("wait shortly", "SELECT set_config('lock_timeout', '200ms', false)"))
        defer {
            _ = try? connection.execute(Statement("wait again", "SELECT set_config('lock_timeout', '0', false)"))
        }
        return try Generation.transactionHoldingAll(.readCommitted, connection) { isRebuilding, connection in
            let projected = try connection.execute(findProjected, [.array(Projection.all.map(\.name))])
            guard try projected.singleInt() >= head else { throw ProjectionError.notProjected }
            if isRebuilding { try spareRebuild(ofWhatIsBehind: head, connection) }
            if try Parts.areThere(connection) {
                try connection.execute(Parts.lock)
                try connection.execute(Parts.workSequentially)
            }
            let dropped = try connection.execute(statement)
            return (0..<dropped.rowCount).compactMap { dropped.text($0, 0) }
        }
    }

    /// Keeps a rebuild from losing events that it has not read. Tables that are still being filled are filled again
    /// from the start. Tables that are filled but not yet at `head` need steps, which would read the dropped events. So
    /// the rebuild must finish first (throws `rebuildIsBehind`), or is dropped if no program is working on it.
    private static func spareRebuild(ofWhatIsBehind head: Int, _ connection: borrowing Connection) throws {
        let filled = Projection.all.filter { !$0.backfills.isEmpty }.map(\.name)
        let isBehind = try connection.execute(findFilledBehind, [.array(filled), .int(head)]).bool(0, 0) == true
        // On a cluster it is unknown what each part has filled.
        guard try isBehind || Parts.areThere(connection) else {
            try Generation.next.enter(connection)
            try Rebuild.beginFillsAnew(connection)
            return try Generation.leave(connection)
        }
        guard try Lease.isFree(Lease.rebuild, connection) else { throw ProjectionError.rebuildIsBehind }
        try Rebuild.dropGeneration(connection)
    }

    private static let findFilledBehind = Statement(
        "find what is filled and behind",
        """
        SELECT EXISTS (
            SELECT
            FROM projection_next.checkpoint AS next
            WHERE next.name = ANY ($1::text[]) AND next.backfill_head IS NULL AND next.position < $2::bigint
        )
        """)

    private static let findRetired = Statement(
        "find retired",
        """
        SELECT EXISTS (
            SELECT event.id
            FROM log.engagement_event AS event
            WHERE event.occurred_at < (SELECT intake_rules.retained_from FROM log.intake_rules)
                AND event.effective_at < (SELECT intake_rules.retained_from FROM log.intake_rules)
        )
        """)

    private static let findCut = Statement(
        "find what the cutoff cuts through",
        "SELECT log.retired_until() < intake_rules.retained_from FROM log.intake_rules")

    private static let deleteRetired = Statement("delete retired", "SELECT log.delete_retired()")
    private static let dropRetired = Statement("drop retired", "SELECT log.drop_retired()")

    private static let raiseBound = SQLFiles.statement("queries/raise_retention.sql")

    private static let findProjected = Statement(
        "find projected",
        """
        SELECT coalesce(min(coalesce(live.position, 0)), 0)
        FROM unnest($1::text[]) AS wanted (name)
        LEFT JOIN projection.checkpoint AS live ON live.name = wanted.name
        """)
}

extension Error {
    /// Whether the lock timeout expired.
    fileprivate var isOfLock: Bool { (self as? PostgresError)?.sqlState == "55P03" }

    /// Whether a rebuild must progress first.
    fileprivate var isOfRebuild: Bool { (self as? ProjectionError) == .rebuildIsBehind }
}
