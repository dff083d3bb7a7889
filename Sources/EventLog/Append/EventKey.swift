import Events

/// The identity of an event, as the primary keys of the log have it.
struct EventKey: Hashable {
    let installationID: EventUUID
    let id: EventUUID
    let occurredAt: Timestamp
    /// The app's number in `log.app`; in a batch whose words have no numbers yet, that in the batch.
    var app: Int32
}

extension EventKey {
    /// The primary key of `log.permission_event`.
    var permissionOrder: (EventUUID, Timestamp, EventUUID, Int32) { (installationID, occurredAt, id, app) }
    /// The primary key of `log.engagement_event`.
    var engagementOrder: (Timestamp, EventUUID, EventUUID, Int32) { (occurredAt, installationID, id, app) }
}
