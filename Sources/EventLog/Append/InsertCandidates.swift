import Events

/// The events of a batch that may be new: the first copy of each, sorted by the tables' keys. Inserting in that order
/// is cheapest, and keeps concurrent batches from deadlocking.
struct InsertCandidates {
    private let records: [EventRecord]
    /// Indexes in the batch of the first copies, sorted by time, installation, id and app.
    private let byTime: [Int]
    /// The permission events among them, sorted by installation, time, id and app.
    private let permissionPlaces: [Int]
    /// For each event of the batch, whether it is still considered new.
    private(set) var isNew: [Bool]

    /// Finds the first copy of each event of a batch.
    init(of events: EventBatch) {
        let records = events.records
        // Nearly every comparison is decided by the time, so it is stored next to the index.
        var order = records.indices.map { (time: records[$0].occurredAt, place: $0) }
        order.sort { left, right in
            if left.time != right.time { return left.time < right.time }
            let keys = (EventKey(records[left.place]), EventKey(records[right.place]))
            if keys.0 == keys.1 { return left.place < right.place }
            return keys.0.engagementOrder < keys.1.engagementOrder
        }
        var (first, isNew) = ([Int](), [Bool](repeating: false, count: records.count))
        first.reserveCapacity(records.count)
        for (_, place) in order {
            if let last = first.last, records[last].occurredAt == records[place].occurredAt,
                EventKey(records[last]) == EventKey(records[place])
            {
                continue
            }
            first.append(place)
            isNew[place] = true
        }
        self.records = records
        self.isNew = isNew
        byTime = first
        permissionPlaces = first.filter { records[$0].type.isPermissionEvent }
            .sorted { EventKey(records[$0]).permissionOrder < EventKey(records[$1]).permissionOrder }
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
