import Events
import Postgres

/// The events of a batch that may be new: the first copy of each, in the order of the tables' keys. In that order inserting
/// is cheapest, and concurrent batches don't deadlock (but for events alike in all but the app, and such are done again).
struct FreshEvents {
    /// An event's key, with its app's number in the batch, and its place there.
    private struct Entry {
        let key: EventKey
        let index: Int
    }

    /// By time, installation, id and app.
    private let entries: [Entry]
    /// The places in `entries` of the permission events, by installation, time, id and app.
    private let permissionPlaces: [Int]
    /// Of each entry whether it is still taken for new.
    private var isNew: [Bool]
    /// The numbers in the log of the batch's apps.
    private var apps: [Int32] = []

    /// The first copies in `events`, but for those of which `previous` has one: its batch is committed before.
    init(of events: EventBatch, after previous: (events: EventBatch, fresh: FreshEvents)? = nil) {
        var seen: Set<EventKey> = []
        seen.reserveCapacity(events.count)
        var first: [Entry] = []
        first.reserveCapacity(events.count)
        for (index, record) in events.records.enumerated() {
            guard let app = record.app.index else { continue }
            let key = EventKey(
                installationID: record.installationID, id: record.id, occurredAt: record.occurredAt, app: Int32(app))
            if seen.insert(key).inserted { first.append(Entry(key: key, index: index)) }
        }
        let sorted = first.sorted { $0.key.engagementOrder < $1.key.engagementOrder }
        entries = sorted
        permissionPlaces = sorted.indices.filter { events.records[sorted[$0].index].type.isPermissionEvent }
            .sorted { sorted[$0].key.permissionOrder < sorted[$1].key.permissionOrder }
        isNew = Array(repeating: true, count: sorted.count)
        if let previous { remove(previous.fresh, appsThere: events.apps.numbers(in: previous.events.apps)) }
    }

    /// Leaves out the events of another batch. `appsThere`: the number in it of each app.
    private mutating func remove(_ other: FreshEvents, appsThere: [Int?]) {
        var start = 0
        for place in entries.indices {
            var key = entries[place].key
            while start < other.entries.count, other.entries[start].key.precedes(key) { start += 1 }
            guard let app = appsThere[Int(key.app)] else { continue }
            key.app = Int32(app)
            if other.has(key, from: start) { isNew[place] = false }
        }
    }

    /// Whether it has an entry of the key from that place on, by halves: all of a batch may differ in their apps alone.
    private func has(_ key: EventKey, from start: Int) -> Bool {
        var (low, high) = (start, entries.count)
        // Most often there is none, which the first shows.
        if low < high, key.precedes(entries[low].key) { return false }
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key.engagementOrder < key.engagementOrder { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].key == key
    }

    /// Leaves out the events at the places in the batch that `isMeant` is true for.
    mutating func remove(where isMeant: (Int) -> Bool) {
        for entry in entries.indices where isMeant(entries[entry].index) { isNew[entry] = false }
    }

    /// The same with the numbers that the batch's apps have in the log.
    func numbered(apps: [Int32]) -> FreshEvents {
        var numbered = self
        numbered.apps = apps
        return numbered
    }

    /// The keys in the log of the first copies, new or not.
    var keys: some Sequence<EventKey> { entries.indices.lazy.map(key) }

    /// The places in the batch of those that are taken for new, by time, installation, id and app.
    var all: some Sequence<Int> { entries.indices.lazy.filter { isNew[$0] }.map { entries[$0].index } }

    /// Of these the permission events, by installation, time, id and app.
    var permission: some Sequence<Int> { permissionPlaces.lazy.filter { isNew[$0] }.map { entries[$0].index } }

    private func key(_ place: Int) -> EventKey {
        var key = entries[place].key
        key.app = apps[Int(key.app)]
        return key
    }

    /// The places of the events that are taken for new and for whose key in the log `isMeant` is true.
    func places(where isMeant: (EventKey) -> Bool) -> [Int] { entries.indices.filter { isNew[$0] && isMeant(key($0)) } }

    /// Leaves out the events at those of the places that are in the log. `retainedFrom`: of which moment on it has the engagement
    /// events.
    mutating func remove(
        _ places: [Int], retainedFrom: Timestamp?, ifStored connection: borrowing Connection
    ) throws {
        guard !places.isEmpty else { return }
        let bound = Parameter.optional(retainedFrom?.microseconds)
        let found = try connection.execute(Self.findStored, parameters(places.map(key)) + [bound]).ints()
        for place in found { isNew[places[place - 1]] = false }
    }

    private func parameters(_ keys: [EventKey]) -> [Parameter] {
        [
            .timestamps(keys.map(\.occurredAt.microseconds)),
            .uuids(keys.map { ($0.installationID.high, $0.installationID.low) }),
            .uuids(keys.map { ($0.id.high, $0.id.low) }),
            .integers(keys.map(\.app)),
        ]
    }

    /// The places, from 1, of the keys that the log has; `log.engagement_event` has a row of every event but of permission
    /// events from before it is kept. LIMIT keeps the planner at one probe of the key for each.
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
        UNION ALL
        SELECT wanted.place
        FROM unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::integer[])
            WITH ORDINALITY AS wanted (occurred_at, installation_id, id, app, place)
        CROSS JOIN LATERAL (
            SELECT
            FROM log.permission_event AS stored
            WHERE stored.installation_id = wanted.installation_id
                AND stored.occurred_at = wanted.occurred_at
                AND stored.id = wanted.id
                AND stored.app = wanted.app
            LIMIT 1
        ) AS stored
        WHERE wanted.occurred_at < timestamptz 'epoch' + $5::bigint * interval '1 microsecond'
        """)
}

extension WordTable {
    /// The number that each word has in another table, if it is there.
    fileprivate func numbers(in other: WordTable) -> [Int?] {
        let there = Dictionary(uniqueKeysWithValues: (0..<other.count).map { (Word(other.text($0)), $0) })
        return (0..<count).map { there[Word(text($0))] }
    }
}
