import Events
import Postgres

/// The events of a batch that may be new: the first copy of each, in the order of the tables' keys. In that order inserting
/// is cheapest, and concurrent batches don't deadlock (but for events alike in all but the app, and such are done again).
struct FreshEvents {
    /// What the two tables are sorted by, and the event's place in the batch.
    struct Entry {
        var key: EventKey
        let index: Int
        let isPermissionEvent: Bool
    }

    /// All of them, by time, installation, id and app.
    private(set) var all: [Entry]
    /// The permission events, by installation, time, id and app.
    var permission: [Entry] {
        all.filter(\.isPermissionEvent).sorted { $0.key.permissionOrder < $1.key.permissionOrder }
    }

    /// The first copies in `events`, their apps numbered as there.
    init(of events: EventBatch) {
        var seen: Set<EventKey> = []
        seen.reserveCapacity(events.count)
        var first: [Entry] = []
        first.reserveCapacity(events.count)
        for (index, record) in events.records.enumerated() {
            guard let app = record.app.index else { continue }
            let key = EventKey(
                installationID: record.installationID, id: record.id, occurredAt: record.occurredAt, app: Int32(app))
            guard seen.insert(key).inserted else { continue }
            first.append(Entry(key: key, index: index, isPermissionEvent: record.type.isPermissionEvent))
        }
        all = first.sorted { $0.key.engagementOrder < $1.key.engagementOrder }
    }

    /// The same with the numbers that the apps have in the log.
    func numbered(apps: [Int32]) -> FreshEvents {
        var numbered = self
        for place in all.indices { numbered.all[place].key.app = apps[Int(all[place].key.app)] }
        return numbered
    }

    /// Their keys.
    var keys: [EventKey] { all.map(\.key) }

    /// Leaves out the events that are in the log, of those for whose key `isSuspect` is true.
    mutating func removeStored(_ connection: borrowing Connection, among isSuspect: (EventKey) -> Bool) throws {
        let suspects = all.indices.filter { isSuspect(all[$0].key) }
        guard !suspects.isEmpty else { return }
        let found = try connection.execute(Self.findStored, parameters(suspects.map { all[$0].key })).ints()
        var isStored = [Bool](repeating: false, count: all.count)
        for place in found { isStored[suspects[place - 1]] = true }
        all = all.indices.filter { !isStored[$0] }.map { all[$0] }
    }

    private func parameters(_ keys: [EventKey]) -> [Parameter] {
        [
            .timestamps(keys.map(\.occurredAt.microseconds)),
            .uuids(keys.map { ($0.installationID.high, $0.installationID.low) }),
            .uuids(keys.map { ($0.id.high, $0.id.low) }),
            .integers(keys.map(\.app)),
        ]
    }

    /// The places, from 1, of the keys that the log has; `log.engagement_event` has a row of every event. LIMIT keeps the
    /// planner at one probe of the key for each.
    private static let findStored = Statement(
        "find stored events",
        """
        SELECT wanted.place
        FROM unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::integer[])
            WITH ORDINALITY AS wanted (occurred_at, installation_id, id, app, place)
        CROSS JOIN LATERAL (
            SELECT
            FROM log.engagement_event AS stored
            WHERE stored.occurred_at = wanted.occurred_at
                AND stored.installation_id = wanted.installation_id
                AND stored.id = wanted.id
                AND stored.app = wanted.app
            LIMIT 1
        ) AS stored
        """)
}
