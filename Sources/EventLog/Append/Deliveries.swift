import Events
import Postgres

/// The deliveries of a batch by quarter of an hour of receipt and outcome, for `log.delivery`.
struct Deliveries {
    private struct Key: Hashable {
        /// Quarters of an hour since 1970.
        var quarter: Int
        var outcome: String
        var reason: RejectReason?
    }

    private var counts: [Key: Int] = [:]
    private(set) var outcome = Outcome()

    /// None.
    init() {}

    /// `new`: the events that were stored; the others were duplicates, but for those that the batch refused.
    init(of batch: Batch, new fresh: FreshEvents) {
        let records = batch.events.records
        let new = Self.quarters(of: fresh.all.lazy.map { records[$0] })
        let erased = Self.quarters(of: batch.refused.sorted().lazy.map { records[$0] })
        for (quarter, count) in batch.quarters ?? [:] {
            let accepted = new[quarter] ?? 0
            let duplicates = count - accepted - (erased[quarter] ?? 0)
            add(accepted, Key(quarter: quarter, outcome: "accepted"))
            add(duplicates, Key(quarter: quarter, outcome: "duplicate"))
            outcome.accepted += accepted
            outcome.duplicates += duplicates
        }
        for (quarter, count) in erased {
            add(count, Key(quarter: quarter, outcome: "rejected", reason: .erased))
            outcome.rejectedByReason[.erased, default: 0] += count
        }
        outcome.erased = batch.refused
        outcome.acceptedOfParts = Self.accepted(of: batch, new: fresh)
        for line in batch.rejects {
            let reason = line.reject.reason
            add(1, Key(quarter: line.reject.receivedAt.quarter, outcome: "rejected", reason: reason))
            outcome.rejectedByReason[reason, default: 0] += 1
            if line.isUnreadable { outcome.unreadable += 1 }
        }
    }

    private static func accepted(of batch: Batch, new fresh: FreshEvents) -> [Int] {
        guard !batch.parts.isEmpty else { return [] }
        var isNew = [Bool](repeating: false, count: batch.events.count)
        for place in fresh.all { isNew[place] = true }
        return batch.parts.map { part in isNew[part].count { $0 } }
    }

    /// How many events were received in each quarter.
    static func quarters(of records: some Sequence<EventRecord>) -> [Int: Int] {
        var counts: [Int: Int] = [:]
        var (last, run) = (Int.min, 0)
        // Neighbours mostly are of one quarter.
        for record in records {
            let quarter = record.receivedAt.quarter
            if quarter != last {
                if run > 0 { counts[last, default: 0] += run }
                (last, run) = (quarter, 0)
            }
            run += 1
        }
        if run > 0 { counts[last, default: 0] += run }
        return counts
    }

    private mutating func add(_ count: Int, _ key: Key) {
        if count > 0 { counts[key, default: 0] += count }
    }

    /// The rows of `log.delivery`, as arrays of their quarters, outcomes, reasons and counts.
    var parameters: [Parameter] {
        let rows = Array(counts)
        return [
            .array(rows.map(\.key.quarter)), .array(rows.map(\.key.outcome)),
            .array(rows.map { $0.key.reason?.rawValue ?? "" }), .array(rows.map(\.value)),
        ]
    }
}

extension Timestamp {
    /// Quarters of an hour since 1970, rounded down.
    var quarter: Int {
        let length = 900_000_000
        let (quotient, remainder) = Int(microseconds).quotientAndRemainder(dividingBy: length)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
