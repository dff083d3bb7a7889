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
        byTime = Self.firstCopies(records)
        permissionPlaces = Self.byInstallation(byTime.filter { records[$0].type.isPermissionEvent }, records)
        isNew = [Bool](repeating: false, count: records.count)
        for place in byTime { isNew[place] = true }
    }

    /// Returns the index of the first copy of each record, sorted by time, installation, id and app.
    private static func firstCopies(_ records: [EventRecord]) -> [Int] {
        // The time nearly always decides the order. Numbers made of time and index are sorted several times as fast as
        // indexes with a comparison of their records, which are far apart in memory.
        let order = records.indices.map { place in
            Int128(records[place].occurredAt.microseconds) << 64 | Int128(place)
        }.sorted()
        var first: [Int] = []
        first.reserveCapacity(order.count)
        var start = 0
        while start < order.count {
            let time = order[start] >> 64
            var end = start + 1
            while end < order.count, order[end] >> 64 == time { end += 1 }
            if end == start + 1 {
                first.append(Int(truncatingIfNeeded: order[start]))
            } else {
                first += firstCopies(atOneTime: order[start..<end].map { Int(truncatingIfNeeded: $0) }, records)
            }
            start = end
        }
        return first
    }

    /// Returns the same of records that have one time: the first copies of those at `places`.
    private static func firstCopies(atOneTime places: [Int], _ records: [EventRecord]) -> [Int] {
        var first: [Int] = []
        let sorted = places.sorted { left, right in
            let keys = (EventKey(records[left]), EventKey(records[right]))
            return keys.0 == keys.1 ? left < right : keys.0.engagementOrder < keys.1.engagementOrder
        }
        for place in sorted where first.last.map({ EventKey(records[$0]) != EventKey(records[place]) }) ?? true {
            first.append(place)
        }
        return first
    }

    /// Sorts indexes by installation. They are in the order of time, installation, id and app, so those of one installation
    /// keep the order of time, id and app.
    private static func byInstallation(_ places: [Int], _ records: [EventRecord]) -> [Int] {
        places.enumerated().map { (installation: records[$0.element].installationID, rank: $0.offset) }
            .sorted { ($0.installation, $0.rank) < ($1.installation, $1.rank) }
            .map { places[$0.rank] }
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
