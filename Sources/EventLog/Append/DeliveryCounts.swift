package import Events
import Postgres

/// The deliveries of a batch by span of receipt (`Timestamp.startOfSpan`) and outcome: its rows of `log.delivery`.
struct DeliveryCounts {
    private enum DeliveryOutcome: Hashable {
        case accepted, duplicate
        case rejected(RejectReason)
    }

    private struct Key: Hashable {
        var receivedFrom: Timestamp
        var outcome: DeliveryOutcome
    }

    private var counts: [Key: Int] = [:]

    /// Creates counts without deliveries.
    init() {}

    /// Counts a batch after its events were stored: candidates that are still new were accepted, events of erased
    /// installations rejected, all others are duplicates.
    init(of prepared: PreparedBatch) {
        // Neighbours mostly have the same key, so count runs before touching the dictionary.
        var (last, run) = (Key(receivedFrom: Timestamp(microseconds: 0), outcome: .accepted), 0)
        func count(_ receivedAt: Timestamp, _ outcome: DeliveryOutcome) {
            let key = Key(receivedFrom: receivedAt.startOfSpan, outcome: outcome)
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
                rows.write(microseconds: key.receivedFrom.microseconds)
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
    private static let second: Int64 = 1_000_000
    private static let minute = 60 * second
    private static let quarter = 15 * minute
    private static let day = 96 * quarter

    private static let year2008 = 13_879 * day

    /// The beginning of the span of time in which deliveries are counted together: no day of any time zone begins within
    /// one. Days begin at quarters of an hour, and a minute after a half or whole hour where clocks go back at 00:01, as
    /// in St. John's until 2011. Before 2008, offsets could have seconds; accepted events are later.
    package var startOfSpan: Timestamp {
        guard microseconds >= Self.year2008 else { return Timestamp(microseconds: down(to: Self.second)) }
        let (half, minute) = (down(to: 2 * Self.quarter), down(to: Self.minute))
        let start = minute == half ? half : max(half + Self.minute, down(to: Self.quarter))
        return Timestamp(microseconds: start)
    }

    /// Days (UTC) since 1970, rounded down.
    var day: Int { Int(down(to: Self.day) / Self.day) }

    private func down(to unit: Int64) -> Int64 {
        let rest = microseconds % unit
        return microseconds - (rest < 0 ? rest + unit : rest)
    }
}
