import Events
import Postgres

/// What the log refuses that an event by itself does not tell, as a writer remembers it.
struct Refusal {
    private(set) var erased = ErasedInstallations()
    /// Of which moment on engagement events are kept, by `occurred_at`; nil: all.
    private(set) var retainedFrom: Timestamp?

    /// Takes GATE, which erasure and retention take exclusively, and reads what has changed: it does not change again
    /// before the transaction ends. `alone`: exclusively, so that no other batch is stored meanwhile.
    mutating func enterGate(alone: Bool = false, _ connection: borrowing Connection) throws {
        let found = try connection.execute(Self.enterGate, [.text("\(alone)")])
        retainedFrom = try found.int(0, 0).map { Timestamp(microseconds: Int64($0)) }
        try erased.refresh(try found.int(0, 1) ?? 0, connection)
    }

    /// Throws `RetentionMoved` where the batch has an engagement event of a dropped month: it was judged by an older bound.
    func check(_ batch: Batch) throws {
        guard let retainedFrom else { return }
        let records = batch.events.records
        for place in records.indices where records[place].isRetired(before: retainedFrom) {
            if !batch.refused.contains(place) { throw RetentionMoved() }
        }
    }

    private static let enterGate = Statement(
        "enter GATE", "SELECT entered.kept_from, entered.erased FROM log.enter_gate($1::boolean) AS entered")
}

/// Months were dropped after the batch was judged: judged again, by what the writer knows now, it can be stored.
public struct RetentionMoved: Error, Sendable {}

extension EventRecord {
    /// Whether it is an engagement event of a month that is not kept.
    fileprivate func isRetired(before bound: Timestamp) -> Bool { occurredAt < bound && !type.isPermissionEvent }
}
