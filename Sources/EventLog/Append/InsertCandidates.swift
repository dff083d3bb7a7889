import Events

/// The events of a batch that may be new: the first copy of each, sorted by the tables' keys. Inserting in that order
/// is cheapest, and keeps concurrent batches from deadlocking.
struct InsertCandidates {
    /// Indexes in the batch of the first copies, sorted by time, installation, id and app.
    private let byTime: [Int]
    /// The permission events among them, sorted by installation, time, id and app.
    private let permissionPlaces: [Int]
    /// For each event of the batch, whether it is still considered new.
    private(set) var isNew: [Bool]

    /// Finds the first copy of each event of a batch.
    init(of events: EventBatch) {
        let records = events.records
        var (first, isNew) = ([Int](), [Bool](repeating: false, count: records.count))
        first.reserveCapacity(records.count)
        for place in Self.byKey(records) {
            if let last = first.last, EventKey(records[last]) == EventKey(records[place]) { continue }
            first.append(place)
            isNew[place] = true
        }
        self.isNew = isNew
        byTime = first
        permissionPlaces = first.filter { records[$0].type.isPermissionEvent }
            .sorted { EventKey(records[$0]).permissionOrder < EventKey(records[$1]).permissionOrder }
    }

    /// Returns the indexes of the records sorted by time, installation, id and app, equal keys in the order of the batch.
    private static func byKey(_ records: [EventRecord]) -> [Int] {
        // The time nearly always decides the order. Numbers made of time and index are sorted several times as fast as
        // indexes with a comparison of their records.
        let order = records.indices.map { place in
            Int128(records[place].occurredAt.microseconds) << 64 | Int128(place)
        }.sorted()
        var places = order.map { Int(truncatingIfNeeded: $0) }
        var start = 0
        while start < places.count {
            let time = records[places[start]].occurredAt
            let end = places[start...].firstIndex { records[$0].occurredAt != time } ?? places.count
            if end - start > 1 {
                places[start..<end].sort { left, right in
                    let keys = (EventKey(records[left]), EventKey(records[right]))
                    return keys.0 == keys.1 ? left < right : keys.0.engagementOrder < keys.1.engagementOrder
                }
            }
            start = end
        }
        return places
    }

    /// The indexes of events that are still considered new, sorted by time, installation, id and app.
    var places: [Int] { byTime.filter { isNew[$0] } }

    /// The permission events among them, sorted by installation, time, id and app.
    var permission: [Int] { permissionPlaces.filter { isNew[$0] } }

    /// Marks the events at `places` as not new.
    mutating func remove(_ places: some Sequence<Int>) {
        for place in places { isNew[place] = false }
    }
}
