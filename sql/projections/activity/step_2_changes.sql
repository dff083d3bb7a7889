-- Step 2 of the activity projection: the installations with new events, with their sets of days (active_28d,
-- openers_28d, reachable) before and after these events, in the work table changed_activity.
-- Reads the work table of step 1, log.permission_event, journey, installation_activity and settings.
-- $1, $2: positions; the batches after $1 up to and including $2.
CREATE TEMPORARY TABLE changed_activity ON COMMIT DROP AS
WITH fresh_day AS (
    SELECT DISTINCT
        event.installation_id,
        event.app,
        (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
        metric.is_remote_open(event.type, event.is_local) AS is_opener
    FROM fresh_event AS event
),

touched AS (
    SELECT
        touched.installation_id,
        touched.app,
        coalesce(
            range_agg(projection.counted_days(touched.day)) FILTER (WHERE touched.day IS NOT NULL), '{}'
        ) AS active_28d,
        coalesce(range_agg(projection.counted_days(touched.day)) FILTER (WHERE touched.is_opener), '{}') AS openers_28d,
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
    known.days AS before,
    ROW(
        coalesce((known.days).active_28d, '{}') + touched.active_28d,
        coalesce((known.days).openers_28d, '{}') + touched.openers_28d,
        coalesce(CASE WHEN touched.is_permission THEN permitted.days ELSE (known.days).reachable END, '{}')
    )::projection.activity_days AS after
FROM touched
LEFT JOIN LATERAL (
    SELECT ROW(activity.active_28d, activity.openers_28d, activity.reachable)::projection.activity_days AS days
    FROM installation_activity AS activity
    WHERE activity.installation_id = touched.installation_id AND activity.app = touched.app
    OFFSET 0
) AS known ON true
LEFT JOIN LATERAL (
    SELECT reachable.days
    FROM journey AS journey
    CROSS JOIN settings
    CROSS JOIN LATERAL projection.reachable_days(
        journey.status_from, journey.status, settings.time_zone
    ) AS reachable
    WHERE touched.is_permission AND journey.installation_id = touched.installation_id AND journey.app = touched.app
    OFFSET 0
) AS permitted ON true
