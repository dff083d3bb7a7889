import Events
import Postgres

/// What the log refuses that an event by itself does not tell, as a writer remembers it.
struct Refusal {
    private(set) var erased = ErasedInstallations()
    /// Of which moment on engagement events are kept, by `occurred_at`; nil: all.
    private(set) var retainedFrom: Timestamp?

    /// Runs `body` in a transaction in which what is refused does not change, with the number of the batch that it may store.
    /// It holds GATE, which erasure and retention take exclusively. `alone`: as they do, so that no other batch is stored.
    mutating func transaction<Value>(
        alone: Bool = false, _ connection: borrowing Connection,
        _ body: (inout Refusal, _ batchID: Int, borrowing Connection) throws -> Value
    ) throws -> Value {
        try connection.transaction(opening: alone ? Self.enterAlone : Self.enter) { connection, entered in
            retainedFrom = try entered.int(0, 0).map { Timestamp(microseconds: Int64($0)) }
            try erased.refresh(try entered.int(0, 1) ?? 0, connection)
            return try body(&self, try entered.int(0, 2) ?? 0, connection)
        }
    }

    /// Reads what has changed.
    mutating func refresh(_ connection: borrowing Connection) throws { try transaction(connection) { _, _, _ in } }

    /// Throws `RetentionMoved` where the batch has an engagement event of a dropped month: it was judged by an older bound.
    func check(_ batch: Batch) throws {
        guard let retainedFrom else { return }
        let records = batch.events.records
        for place in records.indices where records[place].isRetired(before: retainedFrom) {
            if !batch.refused.contains(place) { throw RetentionMoved() }
        }
    }

    private static let enter = Statement(
        "enter GATE",
        """
        BEGIN ISOLATION LEVEL READ COMMITTED;
        SELECT entered.kept_from, entered.erased, nextval('log.batch_id') FROM log.enter_gate(false) AS entered
        """)
    private static let enterAlone = Statement(
        "enter GATE alone",
        """
        BEGIN ISOLATION LEVEL READ COMMITTED;
        SELECT entered.kept_from, entered.erased, nextval('log.batch_id') FROM log.enter_gate(true) AS entered
        """)
}

/// Months were dropped after the batch was judged: judged again, by what the writer knows now, it can be stored.
public struct RetentionMoved: Error, Sendable {}

extension EventRecord {
    /// Whether it is an engagement event of a month that is not kept.
    fileprivate func isRetired(before bound: Timestamp) -> Bool { occurredAt < bound && !type.isPermissionEvent }
}
