-- Step 2 of the opens projection: the notifications that new events change, before (sign = −1) and after (sign = 1),
-- in the work table changed_notification; step 6 writes them. New events are merged with what is known of a
-- notification. A new permission event changes later sends, which get the offset of the latest event before them, and
-- its OS version if they name none. It can also change which assignments are repeats, so sends since the first of
-- these are included. Reads the work table of step 1, notification, log.permission_event (by installation, in its key)
-- and settings.
CREATE TEMPORARY TABLE changed_notification ON COMMIT DROP AS
WITH change AS (
    SELECT
        installation.installation_id,
        installation.app,
        least(installation.since, assignment.since) AS since
    FROM (
        SELECT
            event.installation_id,
            event.app,
            min(event.effective_at) AS since
        FROM projection.permission_events($1::bigint, $2::bigint) AS event
        GROUP BY event.installation_id, event.app
        ORDER BY event.installation_id, event.app
        OFFSET 0
    ) AS installation
    LEFT JOIN LATERAL projection.repeats_since(installation.installation_id, installation.app) AS assignment ON true
),

new_event AS (
    SELECT
        event.effective_at, event.occurred_at, event.app, event.os, event.campaign, event.type, event.installation_id,
        event.id, event.notification_id
    FROM collected_event AS event
    WHERE event.notification_id IS NOT NULL AND event.type <> 'app_opened' AND NOT event.is_local
),

old_notification AS (
    SELECT notification.*
    -- In key order, so that the lookups share pages.
    FROM (
        SELECT new_event.notification_id, new_event.installation_id, new_event.app
        FROM new_event
        UNION
        SELECT send.notification_id, change.installation_id, change.app
        FROM change
        CROSS JOIN LATERAL generate_series(
            projection.period(change.since),
            (SELECT max(notification.send_period) FROM notification WHERE notification.send_at IS NOT NULL)
        ) AS span (period)
        CROSS JOIN LATERAL (
            SELECT notification.notification_id
            FROM notification
            WHERE notification.send_period = span.period
                AND notification.installation_id = change.installation_id
                AND notification.app = change.app
                AND notification.send_at >= change.since
            OFFSET 0
        ) AS send
        ORDER BY notification_id, installation_id, app
        OFFSET 0
    ) AS key
    CROSS JOIN LATERAL (
        SELECT notification.*
        FROM notification
        WHERE notification.notification_id = key.notification_id
            AND notification.installation_id = key.installation_id
            AND notification.app = key.app
        OFFSET 0
    ) AS notification
),

-- The parts of each notification, in groups of some 64 MiB, because an array holds 1 GiB: ids may be long, and opens without
-- a send many.
part AS (
    SELECT
        part.event,
        part.notification,
        sum(part.bytes) OVER (ORDER BY part.notification_id, part.installation_id, part.app) / 67108864 AS group_number
    FROM (
        SELECT
            new_event.notification_id, new_event.installation_id, new_event.app,
            ROW(new_event.*)::projection.notification_event AS event, NULL::projection.notification_row AS notification,
            150 + octet_length(new_event.notification_id) AS bytes
        FROM new_event
        UNION ALL
        SELECT
            old_notification.notification_id, old_notification.installation_id, old_notification.app,
            NULL, ROW(old_notification.*)::projection.notification_row,
            150 + octet_length(old_notification.notification_id)
                + 8 * (coalesce(cardinality(old_notification.received), 0) + coalesce(cardinality(old_notification.opened), 0))
        FROM old_notification
    ) AS part
)

SELECT -1 AS sign, old_notification.* FROM old_notification
UNION ALL
SELECT 1, notification.*
FROM (
    SELECT
        coalesce(array_agg(part.event) FILTER (WHERE part.notification IS NULL), '{}') AS events,
        array_agg(part.notification) FILTER (WHERE part.event IS NULL) AS notifications
    FROM part
    GROUP BY part.group_number
) AS part_group
CROSS JOIN LATERAL projection.notifications_of(
    part_group.events, part_group.notifications, NULL, NULL, 'infinity', $2::bigint
) AS notification
