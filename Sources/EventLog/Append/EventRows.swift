import Events
import Postgres

/// Writes the rows of a batch's events, with all columns in the order of their table.
///
/// `log.engagement_event` is written first and gets a row for every event, so that a duplicate is found whatever type
/// it claims to have. The row of a permission event holds only its type and identity.
struct EventRows {
    let batchID: Int64
    let events: EventBatch
    let numbers: BatchNumbers
    /// Retention cutoff of `log.engagement_event`; nil if everything is kept. A permission event before the cutoff gets
    /// a row only in `log.permission_event`.
    let retainedFrom: Timestamp?

    /// Returns whether the event at a place of the batch gets a row in `log.engagement_event`.
    func isKept(_ place: Int) -> Bool { retainedFrom.map { events.records[place].occurredAt >= $0 } ?? true }
}

extension EventRows {
    /// Writes the rows of `log.permission_event` of the events at `places`.
    func writePermission(_ places: [Int], to rows: inout BinaryCopyWriter) {
        forEach(places) { writePermission($0, to: &rows) }
    }

    /// Writes the rows of `log.engagement_event` of the events at `places`.
    func writeEngagement(_ places: [Int], to rows: inout BinaryCopyWriter) {
        forEach(places) { writeEngagement($0, to: &rows) }
    }

    /// Calls `body` with the events at `places`. Copies 32 records before it uses the first: they are far apart in memory,
    /// and the processor fetches several at the same time only if nothing else is done in between.
    private func forEach(_ places: [Int], _ body: (EventRecord) -> Void) {
        var start = 0
        while start < places.count {
            let end = min(start + 32, places.count)
            for event in places[start..<end].map({ events.records[$0] }) { body(event) }
            start = end
        }
    }

    private func writePermission(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        rows.beginRow(columns: 23)
        writeTimes(event, to: &rows)
        writeWords(event, to: &rows)
        rows.write(numbers.word(event.placement))
        rows.write(numbers.word(event.variant))
        rows.write(numbers.word(event.experiment))
        rows.write(event.type.wireName)
        rows.write(event.status?.rawValue)
        rows.write(event.delivery?.rawValue)
        rows.write(event.answer?.rawValue)
        rows.write(event.settings.map { Int16(bitPattern: $0.bits) })
        writeIdentity(event, to: &rows)
        writeRest(event, to: &rows)
    }

    private func writeEngagement(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        rows.beginRow(columns: 21)
        writeTimes(event, to: &rows)
        guard !event.type.isPermissionEvent else { return writeIdentityAlone(event, to: &rows) }
        writeWords(event, to: &rows)
        rows.write(numbers.word(event.campaign))
        rows.write(numbers.word(event.action))
        rows.write(event.type.wireName)
        rows.write(event.appState?.rawValue)
        rows.write(event.trigger?.rawValue)
        writeIdentity(event, to: &rows)
        if event.notificationID.isEmpty {
            rows.writeNull()
        } else {
            events.withText(event.notificationID) { rows.write(bytes: $0) }
        }
        writeRest(event, to: &rows)
    }

    /// Writes the rest of a permission event's row in `log.engagement_event`: its type and identity, all other columns
    /// null.
    private func writeIdentityAlone(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        for _ in 0..<6 { rows.writeNull() }
        rows.write(event.type.wireName)
        for _ in 0..<2 { rows.writeNull() }
        writeIdentity(event, to: &rows)
        for _ in 0..<2 { rows.writeNull() }
    }

    /// Writes the columns from `occurred_at` to `app`.
    private func writeTimes(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        rows.write(microseconds: event.occurredAt.microseconds)
        rows.write(microseconds: event.effectiveAt.microseconds)
        rows.write(microseconds: event.receivedAt.microseconds)
        rows.write(microseconds: event.sentAt?.microseconds)
        rows.write(event.sequence)
        rows.write(batchID)
        rows.write(numbers.app(event.app))
    }

    /// Writes the columns from `os` to `locale`.
    private func writeWords(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        rows.write(numbers.system(event.system))
        rows.write(numbers.word(event.appVersion))
        rows.write(numbers.word(event.deviceModel))
        rows.write(numbers.word(event.locale))
    }

    /// Writes the columns from `occurred_offset` to `id`.
    private func writeIdentity(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        rows.write(event.occurredOffset)
        rows.writeUUID(high: event.installationID.high, low: event.installationID.low)
        rows.writeUUID(high: event.id.high, low: event.id.low)
    }

    private func writeRest(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        guard !event.rest.isEmpty else { return rows.writeNull() }
        events.withText(event.rest) { rows.write(jsonb: $0) }
    }
}
