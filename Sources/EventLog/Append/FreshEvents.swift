import Events

/// The events of a batch that may be new: the first copy of each, but for those known to be stored, in the order of the
/// tables' keys. In that order inserting is cheapest, and concurrent batches don't deadlock.
struct FreshEvents {
    /// What the two tables are sorted by, and the event's place in the batch.
    private struct Entry {
        let key: EventKey
        let index: Int
    }

    private let entries: [Entry]
    private let permissionEntries: [Entry]

    /// The places in the batch of the permission events, by installation, time, id and app.
    var permission: [Int] { permissionEntries.map(\.index) }
    /// The places in the batch of all events, by time, installation, id and app.
    var all: [Int] { entries.map(\.index) }

    /// Their keys.
    var keys: [EventKey] { entries.map(\.key) }

    init(of events: [Event], _ dictionaries: Dictionaries, without recent: RecentKeys) {
        var seen: Set<EventKey> = []
        seen.reserveCapacity(events.count)
        var fresh: [Entry] = []
        for (index, event) in events.enumerated() {
            let key = EventKey(
                installationID: event.installationID, id: event.id, occurredAt: event.occurredAt,
                app: dictionaries.app(event.appID))
            guard !recent.contains(key), seen.insert(key).inserted else { continue }
            fresh.append(Entry(key: key, index: index))
        }
        entries = fresh.sorted { $0.key.engagementOrder < $1.key.engagementOrder }
        permissionEntries = fresh.filter { events[$0.index].type.isPermissionEvent }
            .sorted { $0.key.permissionOrder < $1.key.permissionOrder }
    }
}

extension EventKey {
    /// The primary key of `log.permission_event`.
    fileprivate var permissionOrder: (EventUUID, Timestamp, EventUUID, Int32) { (installationID, occurredAt, id, app) }
    /// The primary key of `log.engagement_event`.
    fileprivate var engagementOrder: (Timestamp, EventUUID, EventUUID, Int32) { (occurredAt, installationID, id, app) }
}
