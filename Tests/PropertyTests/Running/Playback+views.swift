import Postgres
import TestSupport

extension Playback {
    /// Returns a difference between the views with a row per send or installation and the tables that count them; nil
    /// if they agree.
    func unequalViews(_ log: TestLog) async throws -> Finding? {
        for (name, view, table) in Self.equal {
            let rows = try await log.rows(
                "(\(view) EXCEPT ALL \(table)) UNION ALL (\(table) EXCEPT ALL \(view)) LIMIT 2")
            if !rows.isEmpty {
                return Finding("\(name) differs: \(rows.map { $0.map { $0 ?? "" } })")
            }
        }
        return nil
    }

    /// Names with two queries that must give the same rows.
    private static let equal = [
        (
            "notifications",
            """
            SELECT
                app_id, stats.day(sent_at), os_name, os_version, count(*), count(received_at), count(opened_at),
                count(*) FILTER (WHERE is_influenced)
            FROM analytics.notifications
            WHERE stats.day(sent_at) <= stats.day(analytics.horizon())
            GROUP BY 1, 2, 3, 4
            """,
            """
            SELECT app_id, day, os_name, os_version, sent, received, direct_opens, influenced_opens
            FROM analytics.opens_daily WHERE sent > 0
            """
        ),
        (
            "notifications.level",
            """
            SELECT app_id, level, count(*)
            FROM analytics.notifications
            CROSS JOIN stats.day(analytics.horizon()) AS today
            WHERE stats.day(sent_at) BETWEEN today - 7 AND today - 1
                AND sent_at <= analytics.horizon() - interval '24 hours'
            GROUP BY 1, 2
            """,
            "SELECT app_id, level, sent_24h FROM analytics.opens_by_level"
        ),
        (
            "openings",
            """
            SELECT app_id, stats.day(opened_at), count(DISTINCT installation_id), count(DISTINCT installation_id) FILTER (
                WHERE is_notification AND NOT is_local
            )
            FROM analytics.openings WHERE stats.day(opened_at) <= stats.day(analytics.horizon()) GROUP BY 1, 2
            """,
            """
            SELECT app_id, day, sum(active), sum(openers) FROM analytics.opens_daily WHERE active + openers > 0
            GROUP BY 1, 2
            """
        ),
        (
            "installations.answer",
            """
            SELECT
                app_id, stats.day(prompt_at), count(*), count(*) FILTER (WHERE answer = 'granted'),
                count(*) FILTER (WHERE answer = 'denied'), count(*) FILTER (WHERE answer = 'undecided'),
                count(*) FILTER (WHERE answer = 'open')
            FROM analytics.installations WHERE stats.day(prompt_at) <= stats.day(analytics.horizon()) GROUP BY 1, 2
            """,
            """
            SELECT app_id, day, sum(prompted), sum(granted), sum(denied), sum(undecided), sum(open_window)
            FROM analytics.opt_in_daily GROUP BY 1, 2
            """
        ),
        (
            "status_at",
            """
            SELECT app_id, os_name, os_version, count(*), count(*) FILTER (WHERE is_reachable), count(*) FILTER (
                WHERE status = 'denied'
            ), count(*) FILTER (WHERE status = 'gone'), count(*) FILTER (WHERE level = 'prominent'),
                count(*) FILTER (WHERE level = 'scheduled'), count(*) FILTER (WHERE level = 'quiet'),
                count(*) FILTER (WHERE level = 'badge'), count(*) FILTER (WHERE level = 'unknown')
            FROM analytics.status_at((
                -- The last moment before today. Where clocks go back across midnight, or to it, that is an hour
                -- later or earlier.
                SELECT max(moment.at)
                FROM projection.settings
                CROSS JOIN LATERAL (SELECT stats.day(analytics.horizon()) AS today) AS horizon
                CROSS JOIN LATERAL (
                    SELECT horizon.today::timestamp AT TIME ZONE settings.time_zone + k * interval '30 min'
                        - interval '1 microsecond' AS at
                    FROM generate_series(-6, 6) AS k
                ) AS moment
                WHERE (moment.at AT TIME ZONE settings.time_zone)::date < horizon.today
            ))
            GROUP BY 1, 2, 3
            """,
            """
            SELECT
                app_id, os_name, os_version,
                authorized + provisional + ephemeral + denied + not_determined + unknown + gone, reachable, denied, gone,
                level_prominent, level_scheduled, level_quiet, level_badge, level_unknown
            FROM stats.day(analytics.horizon()) AS today
            CROSS JOIN LATERAL analytics.reach_daily(today - 1, today - 1)
            """
        ),
        (
            "status_history",
            """
            SELECT app_id, installation_id, status_to, status, os_name FROM analytics.status_history
            WHERE status_to IS NOT NULL AND status_from >= status_to
            """,
            """
            SELECT history.app_id, history.installation_id, history.status_to, history.status, history.os_name
            FROM analytics.status_history AS history
            LEFT JOIN analytics.status_history AS next
                ON next.app_id = history.app_id
                AND next.installation_id = history.installation_id
                AND next.status_from = history.status_to
            WHERE history.status_to IS NOT NULL AND next.app_id IS NULL
            """
        ),
    ]
}
