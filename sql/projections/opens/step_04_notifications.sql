-- Step 4 of the opens projection: writes the notifications that the new events touch, and keeps in the work table changed_send what
-- each counted before (n = -1) and counts now (n = 1). Step 6 writes which app opens belong to them.
-- A permission event tells the sends after it that name no system again, since they take that of the latest one before. One
-- without a sequence can touch all of them: where the others have one, their ties are no longer by it.
-- Reads the work table of step 1, notification, log.permission_event (a range of its key for each installation) and settings.
-- $1, $2: positions; the batches after the first up to and with the second.
CREATE TEMPORARY TABLE changed_send ON COMMIT DROP AS
WITH permitted AS (
    SELECT
        fresh.installation_id,
        fresh.app,
        least(fresh.since, reordered.since) AS since
    FROM (
        SELECT
            event.installation_id,
            event.app,
            min(event.effective_at) AS since,
            bool_or(event.sequence IS NULL) AS lacks_sequence
        FROM projection.permission_events($1::bigint, $2::bigint) AS event
        GROUP BY event.installation_id, event.app
    ) AS fresh
    -- The first of all its events, where others have a sequence.
    CROSS JOIN LATERAL (
        SELECT CASE WHEN bool_or(event.sequence IS NOT NULL) THEN min(event.effective_at) END AS since
        FROM permission_event AS event
        WHERE fresh.lacks_sequence
            AND event.installation_id = fresh.installation_id
            AND event.app = fresh.app
    ) AS reordered
),

told AS (
    SELECT
        event.effective_at, event.occurred_at, event.app, event.os, event.campaign, event.type, event.installation_id,
        event.id, event.notification_id
    FROM fresh_event AS event
    WHERE event.notification_id IS NOT NULL AND event.type <> 'app_opened' AND NOT event.is_local
    UNION ALL
    SELECT
        send.send_at, coalesce(send.send_occurred_at, send.send_at), send.app, NULL, send.campaign, 'notification_sent',
        send.installation_id, send.send_id, send.notification_id
    FROM permitted
    CROSS JOIN LATERAL generate_series(
        projection.period(permitted.since),
        (SELECT max(latest.send_period) FROM notification AS latest WHERE latest.send_at IS NOT NULL)
    ) AS later (period)
    CROSS JOIN LATERAL (
        SELECT notification.*
        FROM notification
        WHERE notification.send_period = later.period
            AND notification.installation_id = permitted.installation_id
            AND notification.app = permitted.app
            AND notification.send_at >= permitted.since
            AND notification.own_os IS NULL
        OFFSET 0
    ) AS send
)

SELECT 1 AS n, written.*
FROM projection.write_notifications(
    ARRAY(SELECT ROW(told.*)::projection.told_event FROM told), NULL, NULL, $2::bigint
) AS written
UNION ALL
-- The statement doesn't see what the function writes.
SELECT
    -1, known.send_at, known.app, known.installation_id, known.notification_id, known.os, known.campaign, known.received,
    known.opened, known.claims_app_open
-- In the order of the key, so that the look-ups share pages.
FROM (
    SELECT DISTINCT told.notification_id, told.installation_id, told.app
    FROM told
    ORDER BY told.notification_id, told.installation_id, told.app
    OFFSET 0
) AS touched
CROSS JOIN LATERAL (
    SELECT notification.*
    FROM notification
    WHERE notification.app = touched.app
        AND notification.notification_id = touched.notification_id
        AND notification.installation_id = touched.installation_id
    OFFSET 0
) AS known
