import Events

/// The identity of an event, as the primary keys of the log have it.
struct EventKey: Hashable {
    let installationID: EventUUID
    let id: EventUUID
    let occurredAt: Timestamp
    /// The app's number in `log.app`.
    let app: Int32
}

/// The keys that were stored last, so that a client's usual retry is known for what it is without asking the database.
///
/// Exact keys, not hashes of them: a collision would lose an event. The memory is bounded by two generations; when the
/// younger is full it becomes the older, and the older is forgotten.
struct RecentKeys {
    private let generationSize: Int
    private var younger: Set<EventKey> = []
    private var older: Set<EventKey> = []

    /// Remembers the last `count` keys at least, and twice as many at most.
    init(count: Int) {
        generationSize = count
    }

    func contains(_ key: EventKey) -> Bool { younger.contains(key) || older.contains(key) }

    /// Remembers keys that are committed.
    mutating func insert(_ keys: some Sequence<EventKey>) {
        if younger.count >= generationSize {
            older = younger
            younger = []
        }
        younger.formUnion(keys)
    }
}
