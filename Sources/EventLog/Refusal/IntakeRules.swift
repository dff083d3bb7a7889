import Events
import Postgres

/// What the log refuses although the event itself is valid, as one session of a writer remembers it.
struct IntakeRules {
    private(set) var erased = ErasedInstallations()
    /// Retention cutoff of engagement events, by `occurred_at`; nil if all are kept.
    private(set) var retainedFrom: Timestamp?

    /// Runs `body` in a transaction in which the rules don't change, with the number of the batch that it may store. It shares the
    /// writer lock, which erasure and retention take exclusively.
    mutating func transaction<Value>(
        _ connection: borrowing Connection,
        _ body: (IntakeRules, _ batchID: Int, borrowing Connection) throws -> Value
    ) throws -> Value {
        try connection.transaction(opening: Self.begin) { connection, begun in
            retainedFrom = try begun.int(0, 0).map { Timestamp(microseconds: Int64($0)) }
            try erased.refresh(try begun.int(0, 1) ?? 0, connection)
            return try body(self, try begun.int(0, 2) ?? 0, connection)
        }
    }

    /// Reads what has changed.
    mutating func refresh(_ connection: borrowing Connection) throws { try transaction(connection) { _, _, _ in } }

    /// Throws `RetentionCutoffChanged` if an event of the batch that is not erased belongs to a dropped month: it was judged by an
    /// older cutoff.
    func check(_ prepared: PreparedBatch) throws {
        guard let retainedFrom else { return }
        let records = prepared.batch.events.records
        for place in records.indices where records[place].isRetired(before: retainedFrom) {
            if !prepared.erased.contains(place) { throw RetentionCutoffChanged() }
        }
    }

    /// One round trip.
    private static let begin = Statement(
        "begin batch",
        """
        BEGIN ISOLATION LEVEL READ COMMITTED;
        SELECT entered.kept_from, entered.erased, nextval('log.batch_id') FROM log.enter_gate() AS entered
        """)
}

/// Months were dropped after the batch was judged. Judged again, by the cutoff that the writer knows now, it can be stored.
public struct RetentionCutoffChanged: Error, Sendable {}

extension EventRecord {
    /// Whether it is an engagement event of a month that is not kept.
    fileprivate func isRetired(before bound: Timestamp) -> Bool { occurredAt < bound && !type.isPermissionEvent }
}
