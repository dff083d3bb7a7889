-- Step 7 of the opens projection for a rebuild: the opens of one month that have no send of any time.
-- Reads the log up to the rebuild's head, notification with all months, and settings.
-- $1, $2: the month's beginning and end, of effective_at.
WITH added AS (
    INSERT INTO unsent_open (effective_at, occurred_at, app, installation_id, id, notification_id)
    SELECT
        event.effective_at,
        event.occurred_at,
        event.app,
        event.installation_id,
        event.id,
        coalesce(event.notification_id, '')
    FROM projection.events_between(
        $1::timestamptz, $2::timestamptz, 'infinity', projection.fill_head('opens')
    ) AS event
    LEFT JOIN LATERAL (
        SELECT notification.send_at
        FROM notification
        WHERE notification.notification_id = event.notification_id
            AND notification.installation_id = event.installation_id
            AND notification.app = event.app
        OFFSET 0
    ) AS known ON true
    WHERE event.type = 'notification_opened'
        AND event.trigger IS DISTINCT FROM 'local'
        AND known.send_at IS NULL
    ORDER BY
        coalesce(event.notification_id, ''), event.installation_id, event.app, event.effective_at, event.id,
        event.occurred_at
    RETURNING app, effective_at
)

INSERT INTO unsent_cell AS cell (app, day, opens)
SELECT
    added.app,
    (added.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    count(*)
FROM added
GROUP BY added.app, day
ORDER BY added.app, day
ON CONFLICT (app, day) DO UPDATE SET opens = cell.opens + excluded.opens
