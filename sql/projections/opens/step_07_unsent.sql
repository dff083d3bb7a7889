-- Step 7 of the opens projection: opens without a send, and those whose send has come, counted by the day of the open.
-- Reads the work tables of steps 1 and 4, unsent_open and settings. May be run twice: what is there already, or gone
-- already, counts no more.
WITH added AS (
    INSERT INTO unsent_open (effective_at, occurred_at, app, installation_id, id, notification_id)
    SELECT
        event.effective_at,
        event.occurred_at,
        event.app,
        event.installation_id,
        event.id,
        coalesce(event.notification_id, '')
    FROM fresh_event AS event
    LEFT JOIN changed_notification AS changed
        ON changed.app = event.app
        AND changed.notification_id = event.notification_id
        AND changed.installation_id = event.installation_id
    WHERE event.type = 'notification_opened' AND NOT event.is_local AND changed.send_at IS NULL
    ORDER BY
        coalesce(event.notification_id, ''), event.installation_id, event.app, event.effective_at, event.id,
        event.occurred_at
    ON CONFLICT DO NOTHING
    RETURNING app, effective_at, 1 AS opens
),

removed AS (
    DELETE FROM unsent_open
    USING changed_notification AS changed
    WHERE changed.is_known
        AND changed.send_at_before IS NULL
        AND changed.send_at IS NOT NULL
        AND unsent_open.app = changed.app
        AND unsent_open.notification_id = changed.notification_id
        AND unsent_open.installation_id = changed.installation_id
    RETURNING unsent_open.app, unsent_open.effective_at, -1 AS opens
)

INSERT INTO unsent_cell AS cell (app, day, opens)
SELECT
    moved.app,
    (moved.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    sum(moved.opens)
FROM (
    SELECT added.app, added.effective_at, added.opens FROM added
    UNION ALL
    SELECT removed.app, removed.effective_at, removed.opens FROM removed
) AS moved
GROUP BY moved.app, day
ORDER BY moved.app, day
ON CONFLICT (app, day) DO UPDATE SET opens = cell.opens + excluded.opens
