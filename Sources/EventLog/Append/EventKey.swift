package import Events

/// The identity of an event: the columns of the primary keys of `log.engagement_event` and `log.permission_event`.
package struct EventKey: Hashable {
    package let installationID: EventUUID
    package let id: EventUUID
    package let occurredAt: Timestamp
    /// The app's number, either in `log.app` or in a batch.
    package let app: Int32

    package init(installationID: EventUUID, id: EventUUID, occurredAt: Timestamp, app: Int32) {
        self.installationID = installationID
        self.id = id
        self.occurredAt = occurredAt
        self.app = app
    }

    /// Creates a key with the app's number in the batch.
    @inline(__always)
    init(_ record: EventRecord) {
        self.init(
            installationID: record.installationID, id: record.id, occurredAt: record.occurredAt,
            app: Int32(truncatingIfNeeded: record.app.index ?? 0))
    }

    /// Creates a key with the app's number in `log.app`.
    @inline(__always)
    init(_ record: EventRecord, _ numbers: BatchNumbers) {
        self.init(
            installationID: record.installationID, id: record.id, occurredAt: record.occurredAt,
            app: numbers.app(record.app) ?? BatchNumbers.unused)
    }

    /// The columns in the order of the primary key of `log.engagement_event`.
    var engagementOrder: (Timestamp, EventUUID, EventUUID, Int32) { (occurredAt, installationID, id, app) }
}
