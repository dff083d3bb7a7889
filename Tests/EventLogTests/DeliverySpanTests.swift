import EventLog
import Events
import TestSupport
import Testing

/// The spans of time in which deliveries are counted together.
@Suite struct DeliverySpanTests {
    @Test func noDayOfAnyTimeZoneBeginsWithinASpan() async throws {
        try await TestServer.withLog { log in
            let changes = try await log.rows(Self.changes).map { Int64($0[0]!)! }
            #expect(changes.count > 1_000)
            for seconds in changes {
                let change = Timestamp(microseconds: seconds * 1_000_000)
                #expect(change.startOfSpan == change, "\(seconds)")
            }
            #expect(try await log.rows(Self.oddOffsets) == [])
        }
    }

    @Test(arguments: [0, 60, 900, 1_800, 1_860, 2_700])
    func aSpanBeginsAtAQuarterOfAnHourOrAMinuteAfterAHalf(second: Int64) {
        let start = Timestamp(microseconds: (1_772_323_200 + second) * 1_000_000)
        let last = Timestamp(microseconds: start.microseconds - 1)
        #expect(start.startOfSpan == start)
        #expect(last.startOfSpan < last)
    }

    /// The offset of each zone every 20 days, from which the changes are searched.
    private static let sampled = """
        sampled AS MATERIALIZED (
            SELECT zone.name, at, (at AT TIME ZONE zone.name) - (at AT TIME ZONE 'UTC') AS ahead
            FROM pg_timezone_names AS zone
            CROSS JOIN generate_series(timestamptz '1970-01-01Z', '2045-01-01Z', interval '20 days') AS at
            WHERE zone.name !~ '^(posix|right)/'
        )
        """

    /// The times at which clocks changed, in seconds since 1970, found by bisection.
    private static let changes = """
        WITH RECURSIVE \(sampled),
        search AS (
            SELECT given.*
            FROM (
                SELECT
                    name, ahead, lag(ahead) OVER so_far, at, lag(at) OVER so_far
                FROM sampled
                WINDOW so_far AS (PARTITION BY name ORDER BY at)
            ) AS given (name, is_ahead, was_ahead, until, since)
            WHERE given.is_ahead <> given.was_ahead
            UNION ALL
            SELECT
                search.name, search.is_ahead, search.was_ahead,
                CASE WHEN middle.is_later THEN middle.at ELSE search.until END,
                CASE WHEN middle.is_later THEN search.since ELSE middle.at END
            FROM search
            CROSS JOIN LATERAL (
                SELECT search.since + date_trunc('second', (search.until - search.since) / 2) AS at
            ) AS place
            CROSS JOIN LATERAL (
                SELECT
                    place.at,
                    (place.at AT TIME ZONE search.name) - (place.at AT TIME ZONE 'UTC') <> search.was_ahead AS is_later
            ) AS middle
            WHERE search.until - search.since > interval '1 second'
        )

        SELECT DISTINCT extract(epoch FROM until)::bigint FROM search WHERE until - since <= interval '1 second'
        """

    /// Offsets since 2008 that aren't whole quarters of an hour, so that midnight is at none.
    private static let oddOffsets = """
        WITH \(sampled)
        SELECT DISTINCT name, ahead::text FROM sampled
        WHERE at >= '2008-01-01Z' AND extract(epoch FROM ahead)::bigint % 900 <> 0
        """
}
