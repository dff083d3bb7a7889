import Events
import Postgres

/// The rows of a batch's events, in the binary form of COPY.
///
/// `log.engagement_event` takes a row of every event: of a permission event its identity alone, so that a copy of an event
/// is found whatever type it claims to be of. It is written first.
struct EventRows {
    let batchID: Int64
    let events: EventBatch
    let numbers: BatchNumbers
    /// Of which moment on `log.engagement_event` is kept; nil: all of it. A permission event from before has its identity in its
    /// own table alone.
    let retainedFrom: Timestamp?

    /// Copies the events that may be new; a duplicate makes it fail.
    func copy(_ fresh: FreshEvents, _ connection: borrowing Connection) throws {
        try connection.copyIn(Self.copyEngagement) { rows in
            for place in fresh.all where isKept(events.records[place]) {
                writeEngagement(events.records[place], to: &rows)
            }
        }
        guard fresh.permission.contains(where: { _ in true }) else { return }
        try connection.copyIn(Self.copyPermission) { rows in
            for place in fresh.permission { writePermission(events.records[place], to: &rows) }
        }
    }

    private func isKept(_ event: EventRecord) -> Bool { retainedFrom.map { event.occurredAt >= $0 } ?? true }

    private static let copyPermission = Statement(
        "copy permission events",
        """
        COPY log.permission_event (
            occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model,
            locale, placement, variant, type, status, delivery, occurred_offset, installation_id, id, data
        ) FROM STDIN (FORMAT binary)
        """)
    private static let copyEngagement = Statement(
        "copy engagement events",
        """
        COPY log.engagement_event (
            occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model,
            locale, campaign, action, type, app_state, trigger, occurred_offset, installation_id, id,
            notification_id, data
        ) FROM STDIN (FORMAT binary)
        """)
}

extension EventRows {
    private func writePermission(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        rows.beginRow(columns: 20)
        writeTimes(event, to: &rows)
        writeWords(event, to: &rows)
        rows.write(numbers.word(event.placement))
        rows.write(numbers.word(event.variant))
        rows.write(event.type.wireName)
        rows.write(event.status?.rawValue)
        rows.write(event.delivery?.rawValue)
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

    /// The rest of the row that stands for a permission event: its type and identity between nulls.
    private func writeIdentityAlone(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        for _ in 0..<6 { rows.writeNull() }
        rows.write(event.type.wireName)
        for _ in 0..<2 { rows.writeNull() }
        writeIdentity(event, to: &rows)
        for _ in 0..<2 { rows.writeNull() }
    }

    /// The columns from `occurred_at` to `app`.
    private func writeTimes(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        rows.write(microseconds: event.occurredAt.microseconds)
        rows.write(microseconds: event.effectiveAt.microseconds)
        rows.write(microseconds: event.receivedAt.microseconds)
        rows.write(microseconds: event.sentAt?.microseconds)
        rows.write(event.sequence)
        rows.write(batchID)
        rows.write(numbers.app(event.app))
    }

    /// The columns from `os` to `locale`.
    private func writeWords(_ event: EventRecord, to rows: inout BinaryCopyWriter) {
        rows.write(numbers.system(event.system))
        rows.write(numbers.word(event.appVersion))
        rows.write(numbers.word(event.deviceModel))
        rows.write(numbers.word(event.locale))
    }

    /// The columns from `occurred_offset` to `id`.
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
