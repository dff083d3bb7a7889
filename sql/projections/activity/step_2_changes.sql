-- Step 2 of the activity projection: the installations that the new batches touch, with their days as they were and as
-- they are with the new events. A day of activity ends no 28 days before itself: it counts for the 28 days from it on.
-- Reads the work table of step 1, log.permission_event, journey_v1, installation_activity and settings.
-- $1, $2: positions; the batches after the first up to and with the second.
CREATE TEMPORARY TABLE changed_activity ON COMMIT DROP AS
WITH fresh_day AS (
    SELECT DISTINCT
        event.installation_id,
        event.app,
        (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
        event.type = 'notification_opened' AND NOT event.is_local AS is_opener
    FROM fresh_event AS event
),

touched AS (
    SELECT
        touched.installation_id,
        touched.app,
        coalesce(
            range_agg(daterange(touched.day, touched.day + 28)) FILTER (WHERE touched.day IS NOT NULL), '{}'
        ) AS active_28d,
        coalesce(
            range_agg(daterange(touched.day, touched.day + 28)) FILTER (WHERE touched.is_opener), '{}'
        ) AS openers_28d,
        bool_or(touched.day IS NULL) AS is_permission
    FROM (
        SELECT fresh_day.installation_id, fresh_day.app, fresh_day.day, fresh_day.is_opener FROM fresh_day
        UNION ALL
        SELECT DISTINCT event.installation_id, event.app, NULL::date, false
        FROM projection.permission_events($1::bigint, $2::bigint) AS event
    ) AS touched
    GROUP BY touched.installation_id, touched.app
)

SELECT
    touched.app,
    touched.installation_id,
    known.app IS NOT NULL AS is_known,
    coalesce(known.active_28d, '{}') AS active_28d_before,
    coalesce(known.openers_28d, '{}') AS openers_28d_before,
    coalesce(known.reachable, '{}') AS reachable_before,
    coalesce(known.active_28d, '{}') + touched.active_28d AS active_28d,
    coalesce(known.openers_28d, '{}') + touched.openers_28d AS openers_28d,
    CASE
        WHEN touched.is_permission THEN coalesce(permitted.reachable, '{}')
        ELSE coalesce(known.reachable, '{}')
    END AS reachable
FROM touched
LEFT JOIN LATERAL (
    SELECT installation_activity.*
    FROM installation_activity
    WHERE installation_activity.installation_id = touched.installation_id
        AND installation_activity.app = touched.app
    OFFSET 0
) AS known ON true
-- A status holds at the end of the days from its own to the one before the next status's day.
LEFT JOIN LATERAL (
    SELECT range_agg(daterange(status.day, status.next_day)) AS reachable
    FROM (
        SELECT
            step.status,
            (step.starts AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
            (lead(step.starts) OVER (ORDER BY step.n) AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS next_day
        FROM journey_v1 AS journey
        CROSS JOIN LATERAL unnest(journey.status_from, journey.status)
            WITH ORDINALITY AS step (starts, status, n)
        WHERE touched.is_permission
            AND journey.installation_id = touched.installation_id
            AND journey.app = touched.app
    ) AS status
    WHERE projection.is_reachable(status.status)
        -- Where the clocks go back over midnight, a day can end before it began: then the status holds at no end of one.
        AND (status.next_day < status.day) IS NOT TRUE
) AS permitted ON true
