import TestSupport
import Testing

/// The columns of `reach_daily` that the tests compare.
private let columns = "day, os_version, authorized, denied, reachable, gained, lost"

@Suite struct ReachTests {
    @Test func everyDayHasARowAlsoWhenNothingChanged() async throws {
        let rows = try await History.run { history in
            try await history.ingest([
                line("prompt_granted", 1, at: 0), status("denied", 2, at: 3 * day),
                line("app_opened", 3, at: 4 * day, installation: 2),
            ])
            try await history.project()
            return try await history.log.rows("SELECT \(columns) FROM analytics.reach_daily")
        }
        #expect(
            rows == [
                ["2026-03-01", "17.4", "1", "0", "1", "1", "0"], ["2026-03-02", "17.4", "1", "0", "1", "0", "0"],
                ["2026-03-03", "17.4", "1", "0", "1", "0", "0"], ["2026-03-04", "17.4", "0", "1", "0", "0", "1"],
                ["2026-03-05", "17.4", "0", "1", "0", "0", "0"],
            ])
    }

    @Test func whoMovesToAnotherVersionLeavesTheOldCellWithoutBeingLost() async throws {
        let rows = try await History.run { history in
            try await history.ingest([
                line("prompt_granted", 1, at: 0), status("authorized", 2, at: day, version: "18.0"),
            ])
            try await history.project()
            return try await history.log.rows("SELECT \(columns) FROM analytics.reach_daily")
        }
        #expect(
            rows == [
                ["2026-03-01", "17.4", "1", "0", "1", "1", "0"], ["2026-03-02", "18.0", "1", "0", "1", "0", "0"],
            ])
    }

    @Test func whatHappensWithinADayIsNeitherGainedNorLost() async throws {
        let rows = try await History.run { history in
            try await history.ingest([
                status("denied", 1, at: -day), status("authorized", 2, at: 0), status("denied", 3, at: 60),
            ])
            try await history.project()
            return try await history.log.rows("SELECT \(columns) FROM analytics.reach_daily ORDER BY day")
        }
        #expect(rows.map { Array($0[5...]) } == [["0", "0"], ["0", "0"]])
    }

    @Test func aLateEventChangesTheDaysSinceThen() async throws {
        let (rows, steps) = try await History.run { history in
            try await history.ingest([
                line("prompt_granted", 1, at: 0), line("app_opened", 3, at: 3 * day, installation: 2),
            ])
            try await history.project()
            try await history.ingest([status("denied", 2, at: day, received: 9 * day)])
            try await history.project()
            let steps = try await history.log.rows("SELECT day FROM projection.reach_step ORDER BY day")
            return (try await history.log.rows("SELECT day, reachable FROM analytics.reach_daily LIMIT 3"), steps)
        }
        #expect(rows == [["2026-03-01", "1"], ["2026-03-02", "0"], ["2026-03-03", "0"]])
        #expect(steps == [["2026-03-01"], ["2026-03-02"]])
    }

    @Test func asOfIsWhatTheLogKnewThen() async throws {
        try await History.run { history in
            let query = "SELECT t::text FROM analytics.reach_daily('2026-03-01', '2026-03-01', '\(time(100))') AS t"
            try await history.ingest([line("prompt_granted", 1, at: 0, received: 100)])
            try await history.project()
            let then = try await history.log.rows(query)
            #expect(then.count == 1)
            try await history.ingest([
                status("denied", 2, at: 60, received: 5_000),
                line("prompt_granted", 3, at: 9, installation: 2, received: 200),
            ])
            try await history.project()
            #expect(try await history.log.rows(query) == then)
            let now = try await history.log.rows("SELECT authorized, denied FROM analytics.reach_daily")
            #expect(now == [["1", "1"]])
        }
    }

    @Test func equalsTheStatusAtTheEndOfEachDay() async throws {
        try await History.run(stepSize: 30) { history in
            try await history.ingest(OrderTests.lines(400), batchSize: 20)
            try await history.project()
            let reach = try await history.log.rows(
                """
                SELECT app_id, day, os_version, authorized, provisional, denied, not_determined, unknown, gained, lost
                FROM analytics.reach_daily
                """)
            #expect(reach.count > 20)
            #expect(try await history.log.rows(Self.bruteForce) == reach)
        }
    }

    /// Computes reach from the journeys, day by day.
    private static let bruteForce = """
        SELECT
            app.app_id, stood.day, os.major || '.' || os.minor,
            count(*) FILTER (WHERE stood.now = 'authorized'), count(*) FILTER (WHERE stood.now = 'provisional'),
            count(*) FILTER (WHERE stood.now = 'denied'), count(*) FILTER (WHERE stood.now = 'not_determined'),
            count(*) FILTER (WHERE stood.now = 'unknown'),
            count(*) FILTER (WHERE stood.now IN ('authorized', 'provisional')
                AND coalesce(stood.before NOT IN ('authorized', 'provisional'), true)),
            count(*) FILTER (WHERE stood.now NOT IN ('authorized', 'provisional')
                AND stood.before IN ('authorized', 'provisional'))
        FROM (
            SELECT j.app, day::date AS day, now.status AS now, now.os, before.status AS before
            FROM projection.journey AS j
            CROSS JOIN generate_series('2026-02-27'::timestamptz, stats.day(analytics.horizon()), '1 day') AS day
            CROSS JOIN LATERAL (
                SELECT t.status, t.os
                FROM unnest(j.status_from, j.status, j.status_os) WITH ORDINALITY AS t (starts, status, os, i)
                WHERE t.starts < day + interval '1 day'
                ORDER BY t.i DESC
                LIMIT 1
            ) AS now
            LEFT JOIN LATERAL (
                SELECT t.status
                FROM unnest(j.status_from, j.status) WITH ORDINALITY AS t (starts, status, i)
                WHERE t.starts < day
                ORDER BY t.i DESC
                LIMIT 1
            ) AS before ON true
        ) AS stood
        INNER JOIN log.app ON app.app = stood.app
        INNER JOIN log.os ON os.os = stood.os
        GROUP BY app.app_id, stood.day, os.major, os.minor
        ORDER BY app.app_id, stood.day, os.major, os.minor
        """
}
