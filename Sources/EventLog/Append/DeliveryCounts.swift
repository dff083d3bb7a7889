import Events
import Postgres

/// The deliveries of a batch by quarter of an hour of receipt and outcome: its rows of `log.delivery`.
struct DeliveryCounts {
    private struct Key: Hashable {
        /// Quarters of an hour since 1970.
        var quarter: Int
        var outcome: DeliveryOutcome
        var reason: RejectReason?
    }

    /// `log.delivery_outcome`.
    private enum DeliveryOutcome: String {
        case accepted, duplicate, rejected
    }

    private var counts: [Key: Int] = [:]

    /// Creates counts without deliveries.
    init() {}

    /// Counts a batch after its events were stored: candidates that are still new were accepted, events of erased
    /// installations rejected, all others are duplicates.
    init(of prepared: PreparedBatch) {
        var last: (key: Key, count: Int)?
        // Neighbours mostly have the same key, so count runs before touching the dictionary.
        func count(_ key: Key) {
            if last?.key == key {
                last?.count += 1
            } else {
                if let last { counts[last.key, default: 0] += last.count }
                last = (key, 1)
            }
        }
        for (place, record) in prepared.batch.events.records.enumerated() {
            let quarter = record.receivedAt.quarter
            if prepared.erased.contains(place) {
                count(Key(quarter: quarter, outcome: .rejected, reason: .erased))
            } else {
                count(Key(quarter: quarter, outcome: prepared.candidates.isNew[place] ? .accepted : .duplicate))
            }
        }
        for line in prepared.batch.rejects {
            count(Key(quarter: line.reject.receivedAt.quarter, outcome: .rejected, reason: line.reject.reason))
        }
        if let last { counts[last.key, default: 0] += last.count }
    }

    var accepted: Int { sum(.accepted) }
    var duplicates: Int { sum(.duplicate) }
    /// The number of rejected deliveries by reason.
    var rejectedByReason: [RejectReason: Int] {
        counts.reduce(into: [:]) { sums, entry in
            if let reason = entry.key.reason { sums[reason, default: 0] += entry.value }
        }
    }

    private func sum(_ outcome: DeliveryOutcome) -> Int {
        counts.reduce(0) { $0 + ($1.key.outcome == outcome ? $1.value : 0) }
    }

    /// Returns the rows as `$1::log.delivery[]`; the batch's number is null.
    func rows(_ type: RowType) -> Parameter {
        type.array { rows in
            for (key, count) in counts {
                rows.beginRow(columns: 5)
                rows.writeNull()
                rows.write(microseconds: Int64(key.quarter) * Timestamp.quarterLength)
                rows.write(Int64(count))
                rows.write(key.outcome.rawValue)
                rows.write(key.reason?.rawValue)
            }
        }
    }
}

extension Timestamp {
    /// A quarter of an hour in microseconds.
    fileprivate static let quarterLength: Int64 = 900_000_000

    /// Quarters of an hour since 1970, rounded down.
    fileprivate var quarter: Int {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: Self.quarterLength)
        return Int(remainder < 0 ? quotient - 1 : quotient)
    }
}
