import Events
import Postgres

extension Batch {
    /// Gives the batch its position, the last act before the commit. SEAL must be held. Throws `FileLedger.TakenOver` if
    /// another worker went on with the file.
    func writeLedgerRow(batchID: Int, _ outcome: Outcome, _ connection: borrowing Connection) throws {
        let written = try connection.execute(
            Self.insert,
            [
                .int(batchID),
                .optional(latestReceipt),
                .int(lines.lowerBound), .int(lines.upperBound - 1), .int(offsets.lowerBound), .int(offsets.upperBound),
                .int(outcome.accepted), .int(outcome.duplicates), .int(outcome.rejected),
                .optional(sourceFile), .text(isLast ? "true" : "false"), .text(source),
                .array(months(of: { !$0.isPermissionEvent }).sorted().map(\.description)),
                prefixSHA256.map(Parameter.bytes) ?? .null,
                .optional(precedingBatches),
            ])
        guard written.affectedRows == 1 else { throw FileLedger.TakenOver() }
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

    private static let insert = Statement(
        "seal batch",
        """
        INSERT INTO log.batch (
            batch_id, position, committed_at, latest_received_at, first_line, last_line, start_offset, end_offset,
            accepted, duplicates, rejected, source_file, is_last, source, engagement_months,
            prefix_sha256
        )
        SELECT
            $1::bigint, 1 + (SELECT coalesce(max(batch.position), 0) FROM log.batch), clock_timestamp(),
            timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint, $4::bigint, $5::bigint, $6::bigint,
            $7::integer, $8::integer, $9::integer, $10::integer, $11::boolean, $12::text, $13::date[],
            $14::bytea
        WHERE $15::bigint IS NULL
            OR $15::bigint = (SELECT count(*) FROM log.batch WHERE batch.source_file = $10::integer)
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
