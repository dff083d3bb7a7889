import EventLog
import Events
import Ingest

/// What one request delivers.
struct Delivery: Sendable {
    let body: Body
    let sender: Sender
    /// The server's stamp.
    let receivedAt: Timestamp
}

/// What became of the events of one request.
struct Receipt: Sendable {
    let accepted: Int
    let duplicates: Int
    let rejected: [Body.Rejected]
    /// Calls of kinds that are no events.
    let ignored: Int
}

/// Deliveries that are stored in one transaction, and who waits for that.
struct DeliveryGroup {
    /// From so many events on it takes no further delivery.
    private static let capacity = 20_000

    private struct Waiting {
        let delivery: Delivery
        let rejected: [Body.Rejected]
        let continuation: CheckedContinuation<Receipt, any Error>
    }

    private var batch: Batch
    private var waiting: [Waiting] = []
    private var isAlone = false
    /// When its first delivery came.
    private(set) var startedAt: ContinuousClock.Instant?

    /// A group of none. `quarantineBytesADay`: what each key may put into the quarantine in a day.
    init(quarantineBytesADay: Int) {
        batch = Batch(source: "HTTP", lines: 0..<0, offsets: 0..<0)
        batch.quarantineBytesADay = quarantineBytesADay
    }

    /// How many deliveries it has.
    var count: Int { waiting.count }
    /// Whether the next delivery is for another group.
    var isFull: Bool { isAlone || batch.events.count + batch.rejects.count >= Self.capacity }
    /// When the first delivery came.
    var firstAt: Timestamp? { waiting.first?.delivery.receivedAt }

    /// Judges a delivery and takes it in; `continuation` is resumed when it is stored, or won't be. `retainedFrom`: of which moment
    /// on engagement events are kept.
    mutating func take(
        _ delivery: Delivery, retainedFrom: Timestamp?, _ continuation: CheckedContinuation<Receipt, any Error>
    ) {
        let judge = Judge(
            ingestedAt: delivery.receivedAt, stamp: .server, appID: delivery.sender.appID, retainedFrom: retainedFrom)
        if startedAt == nil { startedAt = .now }
        let start = batch.events.count
        let rejected = delivery.body.judge(by: judge, delivery.sender, into: &batch)
        batch.parts.append(start..<batch.events.count)
        waiting.append(Waiting(delivery: delivery, rejected: rejected, continuation: continuation))
    }

    /// The batch to be stored.
    func finished() -> Batch {
        var batch = batch
        batch.lines = 1..<batch.events.count + batch.rejects.count + 1
        batch.offsets = 0..<waiting.reduce(0) { $0 + $1.delivery.body.byteCount }
        return batch
    }

    /// Answers all deliveries, which are stored.
    func answer(_ outcome: Outcome) {
        for (place, waiting) in waiting.enumerated() {
            let accepted = outcome.acceptedOfParts[place]
            let erased = erased(place, outcome)
            waiting.continuation.resume(
                returning: Receipt(
                    accepted: accepted, duplicates: batch.parts[place].count - accepted - erased.count,
                    rejected: (waiting.rejected + erased).sorted { $0.index < $1.index },
                    ignored: waiting.delivery.body.ignored))
        }
    }

    /// The events of a delivery that were rejected because their installation was erased.
    private func erased(_ place: Int, _ outcome: Outcome) -> [Body.Rejected] {
        guard !outcome.erased.isEmpty else { return [] }
        let indexes = waiting[place].delivery.body.indexes(besides: waiting[place].rejected)
        return zip(batch.parts[place], indexes).filter { outcome.erased.contains($0.0) }.map { Body.erased($0.1) }
    }

    /// Answers all deliveries, none of which is stored.
    func fail(_ error: any Error) {
        for waiting in waiting { waiting.continuation.resume(throwing: error) }
    }

    /// Its deliveries, each judged again and in a group of its own.
    func singly(retainedFrom: Timestamp?) -> [DeliveryGroup] {
        waiting.map { waiting in
            var group = DeliveryGroup(quarantineBytesADay: batch.quarantineBytesADay)
            group.take(waiting.delivery, retainedFrom: retainedFrom, waiting.continuation)
            group.isAlone = true
            return group
        }
    }
}
