import Events
import Postgres

/// The reasons for refusing valid events, as one writer session remembers them: the erased installations and the
/// retention cutoff. Also says whether the words that the session knows are still valid.
struct IntakeRules {
    private(set) var erased = ErasedInstallations()
    /// Retention cutoff for engagement events, compared with `occurred_at`; nil if everything is kept.
    private(set) var retainedFrom: Timestamp?
    /// How often unused words were deleted from the dictionary.
    private(set) var wordsDropped = 0
    /// The server's clock when the rules were read.
    private var serverTime = Timestamp(microseconds: 0)

    /// Runs `body` in a transaction in which the rules can't change, and passes it an id for the batch that it may
    /// store. The transaction shares the writer lock, which erasure and retention take exclusively.
    mutating func transaction<Value>(
        _ connection: borrowing Connection,
        _ body: (IntakeRules, _ batchID: Int, borrowing Connection) throws -> Value
    ) throws -> Value {
        try connection.transaction(opening: Self.begin) { connection, begun in
            retainedFrom = try begun.int(0, 0).map { Timestamp(microseconds: Int64($0)) }
            wordsDropped = try begun.int(0, 3) ?? 0
            serverTime = Timestamp(microseconds: Int64(try begun.int(0, 4) ?? 0))
            try erased.refresh(try begun.int(0, 1) ?? 0, connection)
            return try body(self, try begun.int(0, 2) ?? 0, connection)
        }
    }

    /// Reads the current rules.
    mutating func refresh(_ connection: borrowing Connection) throws { try transaction(connection) { _, _, _ in } }

    /// Throws `RetentionCutoffChanged` if the batch has an engagement event before the cutoff whose installation is not
    /// erased. The event was validated by an older cutoff.
    func check(_ prepared: PreparedBatch) throws {
        guard let retainedFrom else { return }
        let records = prepared.batch.events.records
        for place in records.indices where records[place].isRetired(before: retainedFrom) {
            if !prepared.erased.contains(place) { throw RetentionCutoffChanged() }
        }
    }

    /// Throws `ClockIsAhead` if this program's clock stamped the receipt of a batch with a time that the server's has
    /// not reached.
    func checkClock(of batch: Batch) throws {
        guard let stampedAt = batch.stampedAt else { return }
        if let ahead = ClockIsAhead(receivedAt: stampedAt, serverTime: serverTime) { throw ahead }
    }

    /// Begins the transaction and reads the rules in one round trip.
    private static let begin = Statement(
        "begin batch",
        """
        BEGIN ISOLATION LEVEL READ COMMITTED;
        SELECT
            entered.kept_from, entered.erased, nextval('log.batch_id'), entered.words_dropped,
            (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
        FROM log.hold_intake_rules() AS entered
        """)
}

/// Months were dropped after the batch was validated. Validate it again by the cutoff that the writer knows now, then store
/// it.
public struct RetentionCutoffChanged: Error, Sendable {}

extension EventRecord {
    /// Returns whether it is an engagement event from before the retention cutoff.
    fileprivate func isRetired(before bound: Timestamp) -> Bool { occurredAt < bound && !type.isPermissionEvent }
}
