-- Step 4 of the opens projection: the notifications that the new events touch, as they were and as they are with them.
-- A permission event touches the sends after it that name no system, since they take that of the latest one before. One
-- without a sequence can touch all of them: where the others have one, their ties are no longer by it.
-- Reads the work table of step 1, notification, log.permission_event (a range of its key for each installation), settings.
-- $1, $2: positions; the batches after the first up to and with the second.
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
    -- The first of all its events, where others have a sequence.
    CROSS JOIN LATERAL (
        SELECT CASE WHEN bool_or(event.sequence IS NOT NULL) THEN min(event.effective_at) END AS since
        FROM log.permission_event AS event
        WHERE fresh.lacks_sequence
            AND event.installation_id = fresh.installation_id
            AND event.app = fresh.app
    ) AS reordered
),

touched AS (
    SELECT
        event.app, event.notification_id, event.installation_id, event.type, event.effective_at, event.id,
        event.occurred_at, event.os, event.campaign
    FROM fresh_event AS event
    WHERE event.notification_id IS NOT NULL AND event.type <> 'app_opened' AND NOT event.is_local
    UNION ALL
    SELECT
        send.app, send.notification_id, permitted.installation_id, NULL, NULL, NULL, NULL, NULL, NULL
    FROM permitted
    CROSS JOIN LATERAL generate_series(
        projection.period(permitted.since),
        (SELECT max(latest.send_period) FROM notification AS latest WHERE latest.send_at IS NOT NULL)
    ) AS later (period)
    CROSS JOIN LATERAL (
        SELECT notification.app, notification.notification_id
        FROM notification
        WHERE notification.send_period = later.period
            AND notification.installation_id = permitted.installation_id
            AND notification.app = permitted.app
            AND notification.send_at >= permitted.since
            AND notification.own_os IS NULL
        OFFSET 0
    ) AS send
),

responded AS (
    SELECT
        touched.app,
        touched.notification_id,
        touched.installation_id,
        array_agg(touched.effective_at) FILTER (WHERE touched.type = 'notification_received') AS received,
        array_agg(touched.effective_at) FILTER (WHERE touched.type = 'notification_opened') AS opened,
        bool_or(touched.type IS NULL) AS may_change_os,
        (SELECT settings.open_window_seconds FROM settings) AS open_window_seconds
    FROM touched
    GROUP BY touched.app, touched.notification_id, touched.installation_id
),

first_send AS (
    SELECT DISTINCT ON (touched.app, touched.notification_id, touched.installation_id) touched.*
    FROM touched
    WHERE touched.type = 'notification_sent'
    ORDER BY
        touched.app, touched.notification_id, touched.installation_id, touched.effective_at, touched.id,
        touched.occurred_at
),

merged AS (
    SELECT
        responded.app,
        responded.notification_id,
        responded.installation_id,
        responded.may_change_os,
        responded.open_window_seconds,
        known.app IS NOT NULL AS is_known,
        known.send_at AS send_at_before,
        known.os AS os_before,
        known.campaign AS campaign_before,
        known.received AS received_before,
        known.opened AS opened_before,
        coalesce(known.claims_app_open, false) AS claims_app_open,
        is_moved,
        CASE WHEN is_moved THEN first_send.effective_at ELSE known.send_at END AS send_at,
        CASE WHEN is_moved THEN first_send.id ELSE known.send_id END AS send_id,
        CASE WHEN is_moved THEN first_send.occurred_at ELSE known.send_occurred_at END AS send_occurred_at,
        CASE WHEN is_moved THEN first_send.os ELSE known.own_os END AS own_os,
        CASE WHEN is_moved THEN first_send.campaign ELSE known.campaign END AS campaign,
        known.received || responded.received AS received,
        known.opened || responded.opened AS opened
    -- In the order of the key, so that the look-ups share pages.
    FROM (
        SELECT responded.*
        FROM responded
        ORDER BY responded.notification_id, responded.installation_id, responded.app
        OFFSET 0
    ) AS responded
    LEFT JOIN first_send
        ON first_send.app = responded.app
        AND first_send.notification_id = responded.notification_id
        AND first_send.installation_id = responded.installation_id
    LEFT JOIN LATERAL (
        SELECT notification.*
        FROM notification
        WHERE notification.app = responded.app
            AND notification.notification_id = responded.notification_id
            AND notification.installation_id = responded.installation_id
        OFFSET 0
    ) AS known ON true
    CROSS JOIN LATERAL (
        SELECT first_send.id IS NOT NULL AND (
            known.send_at IS NULL
            OR (first_send.effective_at, first_send.id, first_send.occurred_at)
                < (known.send_at, known.send_id, known.send_occurred_at)
        ) AS is_moved
    ) AS compared
),

-- The systems of whoever was sent something that names none, as a step function of time: worked out once for each, however many
-- sends and permission events there are.
systems AS (
    SELECT asked.installation_id, asked.app, told.since, told.os
    FROM (
        SELECT DISTINCT merged.installation_id, merged.app
        FROM merged
        WHERE (merged.is_moved OR merged.may_change_os) AND merged.own_os IS NULL AND merged.send_at IS NOT NULL
    ) AS asked
    CROSS JOIN LATERAL projection.systems_over_time(
        asked.installation_id, asked.app, 'infinity', $2::bigint
    ) AS told
)

SELECT
    merged.*,
    coalesce(merged.own_os, CASE
        WHEN merged.is_moved OR merged.may_change_os
            THEN systems.os[width_bucket(merged.send_at, systems.since)]
        ELSE merged.os_before
    END) AS os,
    projection.instants_that_matter(
        merged.received, coalesce(merged.send_at, 'infinity'), merged.open_window_seconds
    ) AS received_after,
    projection.instants_that_matter(
        merged.opened, coalesce(merged.send_at, 'infinity'), merged.open_window_seconds
    ) AS opened_after
FROM merged
LEFT JOIN systems ON systems.installation_id = merged.installation_id AND systems.app = merged.app
