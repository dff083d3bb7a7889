import Events
import Postgres

/// The deliveries of a batch by quarter of an hour of receipt and outcome: its rows of `log.delivery`.
struct DeliveryCounts {
    private enum DeliveryOutcome: Hashable {
        case accepted, duplicate
        case rejected(RejectReason)
    }

    private struct Key: Hashable {
        /// Quarters of an hour since 1970.
        var quarter: Int
        var outcome: DeliveryOutcome
    }

    private var counts: [Key: Int] = [:]

    /// Creates counts without deliveries.
    init() {}

    /// Counts a batch after its events were stored: candidates that are still new were accepted, events of erased
    /// installations rejected, all others are duplicates.
    init(of prepared: PreparedBatch) {
        // Neighbours mostly have the same key, so count runs before touching the dictionary.
        var (last, run) = (Key(quarter: 0, outcome: .accepted), 0)
        func count(_ receivedAt: Timestamp, _ outcome: DeliveryOutcome) {
            let key = Key(quarter: receivedAt.wholeQuarters, outcome: outcome)
            if key != last {
                if run > 0 { counts[last, default: 0] += run }
                (last, run) = (key, 0)
            }
            run += 1
        }
        for (place, record) in prepared.batch.events.records.enumerated() {
            let isErased = prepared.erased.contains(place)
            count(
                record.receivedAt,
                isErased ? .rejected(.erased) : prepared.candidates.isNew[place] ? .accepted : .duplicate)
        }
        for line in prepared.batch.rejects { count(line.reject.receivedAt, .rejected(line.reject.reason)) }
        if run > 0 { counts[last, default: 0] += run }
    }

    var accepted: Int { sum(.accepted) }
    var duplicates: Int { sum(.duplicate) }
    /// The number of rejected deliveries by reason.
    var rejectedByReason: [RejectReason: Int] {
        counts.reduce(into: [:]) { sums, entry in
            if case .rejected(let reason) = entry.key.outcome { sums[reason, default: 0] += entry.value }
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
                rows.write(microseconds: Int64(key.quarter) * Timestamp.quarter)
                rows.write(Int64(count))
                switch key.outcome {
                case .accepted: rows.write("accepted")
                case .duplicate: rows.write("duplicate")
                case .rejected: rows.write("rejected")
                }
                if case .rejected(let reason) = key.outcome { rows.write(reason.rawValue) } else { rows.writeNull() }
            }
        }
    }
}

extension Timestamp {
    /// A quarter of an hour in microseconds.
    fileprivate static let quarter: Int64 = 900_000_000

    /// Quarters of an hour since 1970, rounded down.
    fileprivate var wholeQuarters: Int { Int(microseconds.dividedDown(by: Self.quarter)) }

    /// Days (UTC) since 1970, rounded down.
    var day: Int { Int(microseconds.dividedDown(by: 96 * Self.quarter)) }
}

extension Int64 {
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
