-- Step 2 of the opens projection: the notifications that new events change, before (n = −1) and after (n = 1), in the
-- work table changed_notification; step 6 writes them. New events are merged with what is known of a notification. A
-- new permission event changes later sends, which get the offset of the latest event before them, and its OS version if
-- they name none. If it has no sequence but others do, their order can change too, so earlier sends are included.
-- Reads the work table of step 1, notification, log.permission_event (by installation, in its key) and settings.
-- $1, $2: positions; the batches after $1 up to and including $2.
CREATE TEMPORARY TABLE changed_notification ON COMMIT DROP AS
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
    -- The time of its first event, if others have a sequence.
    CROSS JOIN LATERAL (
        SELECT CASE WHEN bool_or(event.sequence IS NOT NULL) THEN min(event.effective_at) END AS since
        FROM permission_event AS event
        WHERE fresh.lacks_sequence
            AND event.installation_id = fresh.installation_id
            AND event.app = fresh.app
    ) AS reordered
),

fresh AS (
    SELECT
        event.effective_at, event.occurred_at, event.app, event.os, event.campaign, event.type, event.installation_id,
        event.id, event.notification_id
    FROM fresh_event AS event
    WHERE event.notification_id IS NOT NULL AND event.type <> 'app_opened' AND NOT event.is_local
),

known AS (
    SELECT known.*
    -- In key order, so that the lookups share pages.
    FROM (
        SELECT fresh.notification_id, fresh.installation_id, fresh.app
        FROM fresh
        UNION
        SELECT send.notification_id, permitted.installation_id, permitted.app
        FROM permitted
        CROSS JOIN LATERAL generate_series(
            projection.period(permitted.since),
            (SELECT max(latest.send_period) FROM notification AS latest WHERE latest.send_at IS NOT NULL)
        ) AS later (period)
        CROSS JOIN LATERAL (
            SELECT notification.notification_id
            FROM notification
            WHERE notification.send_period = later.period
                AND notification.installation_id = permitted.installation_id
                AND notification.app = permitted.app
                AND notification.send_at >= permitted.since
            OFFSET 0
        ) AS send
        ORDER BY notification_id, installation_id, app
        OFFSET 0
    ) AS touched
    CROSS JOIN LATERAL (
        SELECT notification.*
        FROM notification
        WHERE notification.notification_id = touched.notification_id
            AND notification.installation_id = touched.installation_id
            AND notification.app = touched.app
        OFFSET 0
    ) AS known
),

told AS (
    SELECT fresh.* FROM fresh
    UNION ALL
    SELECT
        event.effective_at, event.occurred_at, known.app, event.os, event.campaign, event.type::event_type,
        known.installation_id, event.id, known.notification_id
    FROM known
    CROSS JOIN LATERAL (
        SELECT
            known.send_at AS effective_at, coalesce(known.send_occurred_at, known.send_at) AS occurred_at, known.own_os AS os,
            known.campaign, 'notification_sent' AS type, known.send_id AS id
        WHERE known.send_at IS NOT NULL
        UNION ALL
        SELECT received.at, received.at, NULL, NULL, 'notification_received', NULL FROM unnest(known.received) AS received (at)
        UNION ALL
        SELECT opened.at, opened.at, NULL, NULL, 'notification_opened', NULL FROM unnest(known.opened) AS opened (at)
    ) AS event
)

SELECT -1 AS n, known.* FROM known
UNION ALL
SELECT 1, merged.*
FROM projection.notifications_of(
    ARRAY(SELECT ROW(told.*)::projection.told_event FROM told), NULL, NULL, 'infinity', $2::bigint
) AS merged
