package import Events

/// The identity of an event, as the primary keys of the log have it.
package struct EventKey: Hashable {
    package let installationID: EventUUID
    package let id: EventUUID
    package let occurredAt: Timestamp
    /// The app's number in `log.app`; in a batch whose words have no numbers yet, that in the batch.
    package var app: Int32

    package init(installationID: EventUUID, id: EventUUID, occurredAt: Timestamp, app: Int32) {
        self.installationID = installationID
        self.id = id
        self.occurredAt = occurredAt
        self.app = app
    }
}

extension EventKey {
    /// The primary key of `log.permission_event`.
    var permissionOrder: (EventUUID, Timestamp, EventUUID, Int32) { (installationID, occurredAt, id, app) }
    /// The primary key of `log.engagement_event`.
    var engagementOrder: (Timestamp, EventUUID, EventUUID, Int32) { (occurredAt, installationID, id, app) }

    /// Whether it comes before another in the order of `log.engagement_event`, whatever their apps.
    func precedes(_ other: EventKey) -> Bool {
        (occurredAt, installationID, id) < (other.occurredAt, other.installationID, other.id)
    }
}
