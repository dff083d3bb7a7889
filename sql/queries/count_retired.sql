-- Returns what retention would drop, by month of occurred_at (UTC) and app. $1: the cutoff.
SELECT to_char(event.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, app.app_id, count(*)
FROM log.engagement_event AS event
INNER JOIN log.app ON app.app = event.app
WHERE event.occurred_at < $1::timestamptz
    AND event.effective_at < $1::timestamptz
    -- Leaves out the rows that only repeat the key of a permission event.
    AND event.type IN ({engagement_events: '#'})
GROUP BY month, app.app_id
ORDER BY month, app.app_id COLLATE "C"
