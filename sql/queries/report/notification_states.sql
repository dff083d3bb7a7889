-- Opens of remote and local notifications, and receipts, by app and state of the app, for the pages. A share is of all
-- of its app.
SELECT
    table_row.app_id, table_row.app_state, table_row.remote, table_row.local, table_row.received,
    remote_rate.rate AS remote_share, remote_rate.low AS remote_share_low, remote_rate.high AS remote_share_high,
    local_rate.rate AS local_share, local_rate.low AS local_share_low, local_rate.high AS local_share_high,
    received_rate.rate AS received_share, received_rate.low AS received_share_low,
    received_rate.high AS received_share_high
FROM (
    SELECT
        cell.*,
        (sum(cell.remote) OVER of_app)::bigint AS all_remote,
        (sum(cell.local) OVER of_app)::bigint AS all_local,
        (sum(cell.received) OVER of_app)::bigint AS all_received
    FROM (
        SELECT
            daily_row.app_id,
            daily_row.app_state,
            coalesce(sum(daily_row.opened) FILTER (WHERE daily_row.trigger <> 'local'), 0)::bigint AS remote,
            coalesce(sum(daily_row.opened) FILTER (WHERE daily_row.trigger = 'local'), 0)::bigint AS local,
            coalesce(sum(daily_row.received), 0)::bigint AS received
        FROM analytics.notification_states_daily(
            $1::date, $2::date, $3::timestamptz, $4::integer
        ) AS daily_row
        WHERE $5::text IS NULL OR daily_row.app_id = $5::text
        GROUP BY daily_row.app_id, daily_row.app_state
    ) AS cell
    WINDOW of_app AS (PARTITION BY cell.app_id)
) AS table_row
CROSS JOIN LATERAL stats.published_rate(table_row.remote, table_row.all_remote) AS remote_rate
CROSS JOIN LATERAL stats.published_rate(table_row.local, table_row.all_local) AS local_rate
CROSS JOIN LATERAL stats.published_rate(table_row.received, table_row.all_received) AS received_rate
ORDER BY table_row.app_id COLLATE "C", table_row.app_state COLLATE "C"
