import EventLog
import Events
import Ingest

/// The events of one request.
struct Delivery: Sendable {
    let body: Body
    let sender: Sender
    /// Time of receipt, set by the server.
    let receivedAt: Timestamp
}

/// The outcome of one request's events.
struct Acknowledgement: Sendable {
    let accepted: Int
    let duplicates: Int
    let rejected: [Body.Rejected]
    /// Number of Segment calls that are not events and were ignored.
    let ignored: Int
}

/// Deliveries that are stored in one transaction, with the requests that wait for it.
struct DeliveryGroup {
    /// A group with this many events accepts no further delivery.
    private static let capacity = 20_000
    /// A group with this many bytes of rejects accepts no further delivery: while they are stored, several copies of
    /// them are held.
    private static let rejectedCapacity = 2 << 20

    private struct Waiting {
        let delivery: Delivery
        let rejected: [Body.Rejected]
        let continuation: CheckedContinuation<Acknowledgement, any Error>
    }

    private var batch: Batch
    private var waiting: [Waiting] = []
    private var isAlone = false
    private var rejectedBytes = 0
    /// When its first delivery arrived.
    private(set) var startedAt: ContinuousClock.Instant?

    /// Creates an empty group. `quarantineBytesADay`: how many bytes of rejects each key may add to the quarantine in a
    /// day.
    init(quarantineBytesADay: Int) {
        batch = Batch(source: "HTTP", lines: 0..<0, offsets: 0..<0)
        batch.quarantineBytesADay = quarantineBytesADay
    }

    /// Number of deliveries.
    var count: Int { waiting.count }
    /// Whether the next delivery must go into another group.
    var isFull: Bool { isAlone || eventCount >= Self.capacity || rejectedBytes >= Self.rejectedCapacity }
    /// Number of events, accepted and rejected.
    var eventCount: Int { batch.events.count + batch.rejects.count }
    /// Time of receipt of the first delivery.
    var firstAt: Timestamp? { waiting.first?.delivery.receivedAt }

    /// Validates a delivery and adds it. `continuation` is resumed when the delivery is stored or has failed.
    /// `retainedFrom`: retention cutoff for engagement events.
    mutating func take(
        _ delivery: Delivery, retainedFrom: Timestamp?, _ continuation: CheckedContinuation<Acknowledgement, any Error>
    ) {
        let validator = EventValidator(
            ingestedAt: delivery.receivedAt, stamp: .server, appID: delivery.sender.appID, retainedFrom: retainedFrom)
        if startedAt == nil { startedAt = .now }
        batch.stampedAt = max(batch.stampedAt ?? delivery.receivedAt, delivery.receivedAt)
        let (start, firstReject) = (batch.events.count, batch.rejects.count)
        let rejected = delivery.body.validate(by: validator, delivery.sender, into: &batch)
        rejectedBytes += batch.rejects[firstReject...].reduce(0) { $0 + $1.bytes.count }
        batch.parts.append(start..<batch.events.count)
        waiting.append(Waiting(delivery: delivery, rejected: rejected, continuation: continuation))
    }

    /// Returns the batch to store.
    func finished() -> Batch {
        var batch = batch
        batch.lines = 1..<batch.events.count + batch.rejects.count + 1
        batch.offsets = 0..<waiting.reduce(0) { $0 + $1.delivery.body.byteCount }
        return batch
    }

    /// Answers all deliveries after they were stored.
    func answer(_ outcome: Outcome) {
        for (place, waiting) in waiting.enumerated() {
            let accepted = outcome.acceptedOfParts[place]
            let erased = erased(place, outcome)
            waiting.continuation.resume(
                returning: Acknowledgement(
                    accepted: accepted, duplicates: batch.parts[place].count - accepted - erased.count,
                    rejected: (waiting.rejected + erased).sorted { $0.index < $1.index },
                    ignored: waiting.delivery.body.ignored))
        }
    }

    /// Returns the events of a delivery that were rejected because their installation was erased.
    private func erased(_ place: Int, _ outcome: Outcome) -> [Body.Rejected] {
        guard !outcome.erased.isEmpty else { return [] }
        let indexes = waiting[place].delivery.body.indexes(besides: waiting[place].rejected)
        return zip(batch.parts[place], indexes).filter { outcome.erased.contains($0.0) }.map { Body.erased($0.1) }
    }

    /// Answers all deliveries with an error; none was stored.
    func fail(_ error: any Error) {
        for waiting in waiting { waiting.continuation.resume(throwing: error) }
    }

    /// Returns the group without deliveries whose senders `check` no longer admits; these are answered with its error.
    /// The others are validated again.
    func admitted(by check: (Sender) throws -> Void, retainedFrom: Timestamp?) -> DeliveryGroup {
        let verdicts = waiting.map { waiting in Result { try check(waiting.delivery.sender) } }
        guard verdicts.contains(where: \.isFailure) else { return self }
        var group = DeliveryGroup(quarantineBytesADay: batch.quarantineBytesADay)
        (group.startedAt, group.isAlone) = (startedAt, isAlone)
        for (waiting, verdict) in zip(waiting, verdicts) {
            switch verdict {
            case .success: group.take(waiting.delivery, retainedFrom: retainedFrom, waiting.continuation)
            case .failure(let error): waiting.continuation.resume(throwing: error)
            }
        }
        return group
    }

    /// Returns each delivery validated again in a separate group, which accepts no other delivery.
    func singly(retainedFrom: Timestamp?) -> [DeliveryGroup] {
        waiting.map { waiting in
            var group = DeliveryGroup(quarantineBytesADay: batch.quarantineBytesADay)
            group.take(waiting.delivery, retainedFrom: retainedFrom, waiting.continuation)
            group.isAlone = true
            return group
        }
    }
}

extension Result {
    fileprivate var isFailure: Bool {
        if case .failure = self { return true }
        return false
    }
}
