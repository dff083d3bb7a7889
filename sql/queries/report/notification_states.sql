-- Returns the rows of notification_states for the pages.
SELECT
    total.app_id, total.app_state, total.remote, total.local, total.received,
    remote_rate.rate AS remote_share, remote_rate.low AS remote_share_low, remote_rate.high AS remote_share_high,
    local_rate.rate AS local_share, local_rate.low AS local_share_low, local_rate.high AS local_share_high,
    received_rate.rate AS received_share, received_rate.low AS received_share_low,
    received_rate.high AS received_share_high
FROM (
    SELECT
        counts.*,
        (sum(counts.remote) OVER of_app)::bigint AS all_remote,
        (sum(counts.local) OVER of_app)::bigint AS all_local,
        (sum(counts.received) OVER of_app)::bigint AS all_received
    FROM (
        SELECT
            states.app_id,
            states.app_state,
            coalesce(sum(states.opened) FILTER (WHERE states.trigger <> 'local'), 0)::bigint AS remote,
            coalesce(sum(states.opened) FILTER (WHERE states.trigger = 'local'), 0)::bigint AS local,
            coalesce(sum(states.received), 0)::bigint AS received
        FROM analytics.notification_states_daily(
            $1::date, $2::date, $3::timestamptz, $4::integer
        ) AS states
        WHERE $5::text IS NULL OR states.app_id = $5::text
        GROUP BY states.app_id, states.app_state
    ) AS counts
    WINDOW of_app AS (PARTITION BY counts.app_id)
) AS total
CROSS JOIN LATERAL stats.published_rate(total.remote, total.all_remote) AS remote_rate
CROSS JOIN LATERAL stats.published_rate(total.local, total.all_local) AS local_rate
CROSS JOIN LATERAL stats.published_rate(total.received, total.all_received) AS received_rate
ORDER BY total.app_id COLLATE "C", total.app_state COLLATE "C"
