-- Step 8 of the opens projection: adds new opens without a send, deletes those whose send has arrived, and counts both
-- in the work table of step 4. Reads the work tables of steps 1 and 2, notification, settings. May be run twice.
WITH new_open AS (
    INSERT INTO open_without_send (effective_at, occurred_at, app, installation_id, id, notification_id)
    SELECT
        event.effective_at,
        event.occurred_at,
        event.app,
        event.installation_id,
        event.id,
        coalesce(event.notification_id, '')
    FROM collected_event AS event
    WHERE metric.is_remote_open(event.type, event.is_local)
        AND (
            SELECT notification.send_at
            FROM notification
            WHERE notification.notification_id = event.notification_id
                AND notification.installation_id = event.installation_id
                AND notification.app = event.app
        ) IS NULL
    ORDER BY
        coalesce(event.notification_id, ''), event.installation_id, event.app, event.effective_at, event.id,
        event.occurred_at
    ON CONFLICT DO NOTHING
    RETURNING app, effective_at, 1 AS sign
),

old_open AS (
    DELETE FROM open_without_send
    USING changed_notification AS notification
    WHERE notification.sign = 1
        AND notification.send_at IS NOT NULL
        AND open_without_send.notification_id = notification.notification_id
        AND open_without_send.installation_id = notification.installation_id
        AND open_without_send.app = notification.app
    RETURNING open_without_send.app, open_without_send.effective_at, -1 AS sign
)

INSERT INTO changed_count (sign, app, day, opens_without_send)
SELECT
    1, open.app, (open.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day, sum(open.sign)
FROM (TABLE new_open UNION ALL TABLE old_open) AS open
GROUP BY open.app, day
