import EventLog
import Events
import Ingest

/// What one request delivers.
struct Delivery: Sendable {
    let body: Body
    /// The app of its key; nil where there are no keys.
    let appID: String?
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

    private var batch = Batch(source: "HTTP", sourceFile: nil, lines: 0..<0, offsets: 0..<0)
    private var waiting: [Waiting] = []
    private var isAlone = false

    /// How many deliveries it has.
    var count: Int { waiting.count }
    /// Whether the next delivery is for another group.
    var isFull: Bool { isAlone || batch.events.count + batch.rejects.count >= Self.capacity }
    /// When the first delivery came.
    var firstAt: Timestamp? { waiting.first?.delivery.receivedAt }

    /// Judges a delivery and takes it in; `continuation` is resumed when it is stored, or won't be.
    mutating func take(_ delivery: Delivery, _ continuation: CheckedContinuation<Receipt, any Error>) {
        let judge = Judge(ingestedAt: delivery.receivedAt, stamp: .server, appID: delivery.appID)
        let start = batch.events.count
        let rejected = delivery.body.judge(by: judge, keyAppID: delivery.appID, into: &batch)
        batch.parts.append(start..<batch.events.count)
        waiting.append(Waiting(delivery: delivery, rejected: rejected, continuation: continuation))
    }

    /// The batch, ready to be stored.
    func prepared() -> Batch {
        var batch = batch
        batch.lines = 1..<batch.events.count + batch.rejects.count + 1
        batch.offsets = 0..<waiting.reduce(0) { $0 + $1.delivery.body.byteCount }
        batch.prepare()
        return batch
    }

    /// Answers all deliveries, which are stored.
    func answer(_ outcome: Outcome) {
        for (place, waiting) in waiting.enumerated() {
            let accepted = outcome.acceptedOfParts[place]
            waiting.continuation.resume(
                returning: Receipt(
                    accepted: accepted, duplicates: batch.parts[place].count - accepted, rejected: waiting.rejected,
                    ignored: waiting.delivery.body.ignored))
        }
    }

    /// Answers all deliveries, none of which is stored.
    func fail(_ error: any Error) {
        for waiting in waiting { waiting.continuation.resume(throwing: error) }
    }

    /// Its deliveries, each in a group of its own.
    func singly() -> [DeliveryGroup] {
        waiting.map { waiting in
            var group = DeliveryGroup()
            group.take(waiting.delivery, waiting.continuation)
            group.isAlone = true
            return group
        }
    }
}
