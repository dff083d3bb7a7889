import EventLog
import Postgres
import TestSupport
import Testing

@Suite struct EngagementOrderTests {
    /// Returns engagement events of a few installations with many collisions: times at and around the limits of
    /// windows, few ids and notifications, re-sends, wrong clocks, late arrivals, and changing OS versions and
    /// campaigns. `start` is the time of the first ones in seconds.
    static func lines(_ count: Int, from start: Double = 10 * day) -> [String] {
        let boundaries = [
            0, 0, 0, 0.000001, 29.999999, 30, 30.000001, 59.999999, 60, 60.000001, -30, -60, 3_600, 43_199.999999,
            43_200,
            27 * day, 28 * day - 60, 28 * day - 0.000001, 28 * day,
        ]
        return (0..<count).map { number in
            let at = Double(Int.random(in: 0...5)) * day / 2 + boundaries.randomElement()! + start
            let id = Int.random(in: 1...count)
            let installation = Int.random(in: 1...4)
            let notification = "n-\(Int.random(in: 1...4))"
            let os = ["17.4", "17.4.1", "18.0"].randomElement()!
            let received = at + Double(Int.random(in: 1...4)) * day / 2
            // A few events of the second installation have no sequence.
            let hasSequence = installation == 1 || (installation == 2 && Int.random(in: 0..<8) > 0)
            switch Int.random(in: 0..<10) {
            case 0...2:
                return sent(
                    notification, id, at: at, campaign: ["", "a", "b"].randomElement()!, installation: installation,
                    os: Bool.random() ? nil : os, received: received)
            case 3:
                return engagement(
                    "notification_received", id, at: at, ["notification_id": notification], installation: installation,
                    received: received)
            case 4, 5:
                return opened(
                    Bool.random() ? notification : nil, id, at: at, trigger: ["push", "", "local"].randomElement()!,
                    installation: installation, os: os, received: received)
            case 6...8:
                return engagement(
                    "app_opened", id, at: at, installation: installation, os: os, received: received,
                    clockAhead: [0, 0, -35 * day].randomElement()!)
            default:
                return line(
                    ["prompt_granted", "prompt_denied", "prompt_shown", "provisional_started"].randomElement()!, id,
                    at: at, installation: installation, version: os,
                    sequence: hasSequence ? Int.random(in: 0...3) : nil, received: received)
            }
        }
    }

    @Test(arguments: 0..<8)
    func whatStepsKeepIsWhatTheLogGivesInAnyOrderAndSplit(_: Int) async throws {
        let lines = Self.lines(Int.random(in: 20...250))
        try await History.run(stepSize: [1, 30, 1_000].randomElement()!) { history in
            let shuffled = (lines + lines.shuffled().prefix(20)).shuffled()
            for piece in stride(from: 0, to: shuffled.count, by: 60) {
                try await history.ingest(
                    Array(shuffled[piece..<min(piece + 60, shuffled.count)]),
                    batchSize: [1, 7, 50].randomElement()!)
                if Bool.random() { try await history.project() }
            }
            try await history.project()
            for (table, difference) in Self.differences {
                let rows = try await history.log.rows(difference)
                #expect(rows.isEmpty, "\(table) of \(lines)")
            }
            let state = try await history.engagement()
            #expect(state.count > 10)
            _ = try await history.log.rows("UPDATE projection.checkpoint SET position = greatest(position - 4, 0)")
            try await history.project()
            #expect(try await history.engagement() == state)
            try await history.rebuild()
            #expect(try await history.engagement() == state)
        }
    }

    /// Queries that return the rows in which a state table differs from its recomputation from the log.
    private static let differences: [(String, String)] = {
        func difference(_ kept: String, _ recomputed: String) -> String {
            """
            WITH kept AS (\(kept)), recomputed AS (\(recomputed))
            (SELECT 'kept', k::text FROM (TABLE kept EXCEPT ALL TABLE recomputed) AS k)
            UNION ALL (SELECT 'recomputed', r::text FROM (TABLE recomputed EXCEPT ALL TABLE kept) AS r)
            """
        }
        return [
            (
                "opens_cell",
                difference(
                    """
                    SELECT
                        c.app, c.day, c.dimension, c.value, c.sent, c.received, c.direct_opens, c.influenced_opens, c.openers,
                        c.active, c.opened_24h
                    FROM projection.opens_cell AS c WHERE c.sent > 0 OR c.active > 0 OR c.openers > 0
                    """,
                    """
                    SELECT
                        r.app, r.day, r.dimension, r.value, sum(r.sent)::bigint, sum(r.received)::bigint,
                        sum(r.direct_opens)::bigint, sum(r.influenced_opens)::bigint, sum(r.openers)::bigint,
                        sum(r.active)::bigint, sum(r.opened_24h)::bigint
                    FROM unnest('{os,campaign,hour}'::text[]) AS dimension
                    CROSS JOIN LATERAL projection.past_opens('infinity', dimension) AS r GROUP BY 1, 2, 3, 4
                    """)
            ),
            ("activity", difference(activity, naiveActivity)),
            (
                "activity_step",
                difference(
                    """
                    SELECT s.app, s.day, s.active_28d, s.openers_28d, s.reachable_28d, s.reachable
                    FROM projection.activity_step AS s
                    WHERE (s.active_28d, s.openers_28d, s.reachable_28d, s.reachable) <> (0, 0, 0, 0)
                    """,
                    """
                    SELECT r.* FROM projection.past_activity('infinity') AS r
                    WHERE (r.active_28d, r.openers_28d, r.reachable_28d, r.reachable) <> (0, 0, 0, 0)
                    """)
            ),
            (
                "unsent_cell",
                difference(
                    "SELECT c.app, c.day, c.opens FROM projection.unsent_cell AS c WHERE c.opens > 0",
                    """
                    SELECT o.app, (o.effective_at AT TIME ZONE s.time_zone)::date, count(*)
                    FROM projection.settings AS s, log.engagement_event AS o
                    WHERE o.type = 'notification_opened' AND o.trigger IS DISTINCT FROM 'local' AND NOT EXISTS (
                        SELECT FROM log.engagement_event AS e
                        WHERE e.type = 'notification_sent' AND e.app = o.app AND e.installation_id = o.installation_id
                            AND e.notification_id = o.notification_id
                    ) GROUP BY 1, 2
                    """)
            ),
        ]
    }()

    private static let activity = """
        SELECT t.* FROM projection.activity('2026-01-20', '2026-05-20', 'infinity') AS t
        WHERE t.active_28d > 0 OR t.reachable > 0
        """

    /// Computes the same by checking each installation on each day.
    private static let naiveActivity = """
        SELECT
            p.app, p.day, count(*) FILTER (WHERE p.is_active), count(*) FILTER (WHERE p.is_opener),
            count(*) FILTER (WHERE p.is_active AND p.is_reachable), count(*) FILTER (WHERE p.is_reachable)
        FROM (
            SELECT
                i.app, d.day,
                EXISTS (
                    SELECT FROM log.engagement_event AS e
                    WHERE e.app = i.app AND e.installation_id = i.installation_id
                        AND e.type IN ('notification_opened', 'app_opened')
                        AND stats.day(e.effective_at) BETWEEN d.day - 27 AND d.day
                ) AS is_active,
                EXISTS (
                    SELECT FROM log.engagement_event AS e
                    WHERE e.app = i.app AND e.installation_id = i.installation_id
                        AND e.type = 'notification_opened' AND e.trigger IS DISTINCT FROM 'local'
                        AND stats.day(e.effective_at) BETWEEN d.day - 27 AND d.day
                ) AS is_opener,
                coalesce((
                    SELECT j.status[(
                        SELECT count(*) FROM unnest(j.status_from) AS t WHERE stats.day(t) <= d.day
                    )] IN ('authorized', 'provisional', 'ephemeral')
                    FROM projection.journey AS j
                    WHERE j.app = i.app AND j.installation_id = i.installation_id
                ), false) AS is_reachable
            FROM (SELECT DISTINCT e.app, e.installation_id FROM log.engagement_event AS e) AS i
            CROSS JOIN (
                SELECT g::date AS day FROM generate_series('2026-01-20'::date, '2026-05-20', '1 day') AS g
            ) AS d
        ) AS p
        GROUP BY p.app, p.day
        HAVING count(*) FILTER (WHERE p.is_active OR p.is_reachable) > 0
        """
}

extension History {
    /// Returns the contents of the engagement projections: cells that aren't zero, and the state from which they are
    /// computed.
    fileprivate func engagement() async throws -> [[String?]] {
        var rows: [[String?]] = []
        for query in [
            "SELECT n::text FROM projection.notification AS n ORDER BY n.notification_id, n.installation_id",
            "SELECT o::text FROM projection.opening AS o ORDER BY o",
            "SELECT c::text FROM projection.installation_clock AS c ORDER BY c.installation_id, c.app",
            "SELECT s::text FROM projection.installation_state AS s ORDER BY s",
            "SELECT c::text FROM projection.notification_state_cell AS c ORDER BY c",
            "SELECT u::text FROM projection.unsent_open AS u ORDER BY u",
            "SELECT i::text FROM projection.installation_activity AS i ORDER BY i.installation_id",
            "SELECT c::text FROM projection.opens_cell AS c WHERE c.sent > 0 OR c.active > 0 OR c.openers > 0 ORDER BY c",
            "SELECT c::text FROM projection.unsent_cell AS c WHERE c.opens > 0 ORDER BY c",
            "SELECT c::text FROM projection.delivery_cell AS c ORDER BY c",
            "SELECT c::text FROM projection.quality_cell AS c ORDER BY c",
            "SELECT s::text FROM projection.sampled_event AS s ORDER BY s",
            "SELECT t::text FROM analytics.opens_daily AS t", "SELECT t::text FROM analytics.activity_daily AS t",
        ] { rows += try await log.rows(query) }
        return rows
    }
}
