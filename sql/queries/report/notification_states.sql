-- Opens of remote and local notifications, and receipts, by app and state of the app, for the pages. A share is of all
-- of its app. Metrics: Opens, Privacy. Base of a row, for the minimum cell: its receipts and opens, or the people active on
-- the day that had most if fewer.
WITH cell AS (
    SELECT
        app.app_id,
        state.app,
        state.app_state,
        coalesce(sum(state.opened) FILTER (WHERE state.trigger <> 'local'), 0)::bigint AS remote,
        coalesce(sum(state.opened) FILTER (WHERE state.trigger = 'local'), 0)::bigint AS local,
        sum(state.received)::bigint AS received
    FROM projection.notification_states($1::date, $2::date, (SELECT metric.cutoff($3::timestamptz))) AS state
    INNER JOIN log.app ON app.app = state.app
    WHERE $5::text IS NULL OR app.app_id = $5::text
    GROUP BY app.app_id, state.app, state.app_state
),

activity AS (
    SELECT active_day.app, max(active_day.people) AS people
    FROM (
        SELECT opens.app, sum(opens.active)::bigint AS people
        FROM projection.opens($1::date, $2::date, (SELECT metric.cutoff($3::timestamptz)), 'os') AS opens
        WHERE $4::integer > 0
        GROUP BY opens.app, opens.day
    ) AS active_day
    GROUP BY active_day.app
),

table_row AS (
    SELECT
        cell.*,
        (sum(cell.remote) OVER of_app)::bigint AS all_remote,
        (sum(cell.local) OVER of_app)::bigint AS all_local,
        (sum(cell.received) OVER of_app)::bigint AS all_received,
        (metric.withheld((
            least(nullif(cell.remote + cell.local + cell.received, 0), nullif(activity.people, 0)),
            ARRAY[cell.app::text],
            $4::integer
        )) FILTER (WHERE $4::integer > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    LEFT JOIN activity ON activity.app = cell.app
    WINDOW
        of_app AS (PARTITION BY cell.app_id),
        places AS (
            ORDER BY cell.app_id COLLATE "C", cell.app_state COLLATE "C"
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        )
)

SELECT
    table_row.app_id, table_row.app_state, visible_row.remote, visible_row.local, visible_row.received,
    remote_rate.rate AS remote_share, remote_rate.low AS remote_share_low, remote_rate.high AS remote_share_high,
    local_rate.rate AS local_share, local_rate.low AS local_share_low, local_rate.high AS local_share_high,
    received_rate.rate AS received_share, received_rate.low AS received_share_low,
    received_rate.high AS received_share_high
FROM table_row
LEFT JOIN LATERAL (SELECT table_row.* WHERE table_row.is_withheld IS NOT TRUE) AS visible_row ON true
CROSS JOIN LATERAL stats.published_rate(visible_row.remote, visible_row.all_remote) AS remote_rate
CROSS JOIN LATERAL stats.published_rate(visible_row.local, visible_row.all_local) AS local_rate
CROSS JOIN LATERAL stats.published_rate(visible_row.received, visible_row.all_received) AS received_rate
ORDER BY table_row.app_id COLLATE "C", table_row.app_state COLLATE "C"
