import Events
import Postgres

extension Batch {
    /// Counts the deliveries and gives the batch its position, the last act before the commit, and says what became of it:
    /// of a retry, which delivers nothing, the ledger counts none. Throws `FileLedger.TakenOver` if another worker went on
    /// with the file.
    func seal(batchID: Int, _ deliveries: Deliveries, _ connection: borrowing Connection) throws -> Outcome {
        let counted = releases == nil ? deliveries : Deliveries()
        let sealed = try connection.execute(
            Self.seal,
            [
                .int(batchID),
                .optional(latestReceipt),
                .int(lines.lowerBound), .int(lines.upperBound - 1), .int(offsets.lowerBound), .int(offsets.upperBound),
                .int(counted.outcome.accepted), .int(counted.outcome.duplicates), .int(counted.outcome.rejected),
                .optional(sourceFile), .text(isLast ? "true" : "false"), .text(source),
                .array(months(of: { !$0.isPermissionEvent }).sorted().map(\.description)),
                prefixSHA256.map(Parameter.bytes) ?? .null,
                .optional(precedingBatches),
            ] + counted.parameters)
        guard try sealed.bool(0, 0) == true else { throw FileLedger.TakenOver() }
        return deliveries.outcome
    }

    /// Of the accepted and duplicate deliveries, in microseconds since 1970.
    private var latestReceipt: Int64? { kept.lazy.map(\.receivedAt.microseconds).max() }

    /// The events that are not refused.
    private var kept: [EventRecord] {
        guard !refused.isEmpty else { return events.records }
        return events.records.indices.filter { !refused.contains($0) }.map { events.records[$0] }
    }

    /// The UTC months of `occurred_at` in which the batch has events of the types that `isMeant`, not refused.
    func months(of isMeant: (EventType) -> Bool) -> Set<Month> {
        var days: Set<Int64> = []
        var last = Int64.min
        for record in kept where isMeant(record.type) {
            let microseconds = record.occurredAt.microseconds
            let day = (microseconds - (microseconds < 0 ? Month.microsecondsADay - 1 : 0)) / Month.microsecondsADay
            // Neighbours mostly are of one day.
            if day != last { days.insert(day) }
            last = day
        }
        return Set(days.map { Month(of: Timestamp(microseconds: $0 * Month.microsecondsADay)) })
    }

    private static let seal = Statement(
        "seal batch",
        """
        SELECT log.seal_batch(
            $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::integer, $8::integer, $9::integer,
            $10::integer, $11::boolean, $12::text, $13::date[], $14::bytea, $15::bigint,
            $16::bigint[], $17::text[], $18::text[], $19::bigint[]
        )
        """)
}

/// A calendar month in UTC.
struct Month: Hashable, Comparable, CustomStringConvertible {
    static let microsecondsADay: Int64 = 86_400_000_000

    /// Months since the year 0.
    private let count: Int

    /// The month that holds a moment.
    init(of moment: Timestamp) {
        // Days to civil date as in Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
        let (quotient, remainder) = Int(moment.microseconds).quotientAndRemainder(
            dividingBy: Int(Self.microsecondsADay))
        let days = (remainder < 0 ? quotient - 1 : quotient) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        // March is month 2 of the 0-based count; January and February fall into the next year.
        count = (yearOfEra + era * 400) * 12 + monthFromMarch + 2
    }

    /// Its first day, `yyyy-MM-01`.
    var description: String {
        let month = count % 12 + 1
        return "\(count / 12)-\(month < 10 ? "0" : "")\(month)-01"
    }

    static func < (left: Month, right: Month) -> Bool { left.count < right.count }
}
