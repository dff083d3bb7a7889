-- Step 2 of the activity projection for a rebuild: the installations of a range of ids with their sets of days.
-- Reads opening, log.permission_event, journey and settings.
CREATE TEMPORARY TABLE changed_activity ON COMMIT DROP AS
WITH activity AS (
    SELECT
        active_day.installation_id,
        active_day.app,
        range_agg(projection.counted_days(active_day.day)) AS active_28d,
        range_agg(projection.counted_days(active_day.day)) FILTER (WHERE active_day.is_opener) AS openers_28d
    FROM (
        SELECT
            opening.installation_id,
            opening.app,
            (opening.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
            bool_or(metric.is_remote_open(opening.type, opening.is_local)) AS is_opener
        FROM generate_series(
            (SELECT min(opening.period)::integer FROM opening AS opening),
            (SELECT max(opening.period)::integer FROM opening AS opening)
        ) AS span (period)
        -- Reads one range of the key in each period of 30 days.
        CROSS JOIN LATERAL (
            SELECT opening.installation_id, opening.app, opening.effective_at, opening.type, opening.is_local
            FROM opening
            WHERE opening.period = span.period
                AND ($1::uuid IS NULL OR opening.installation_id > $1::uuid)
                AND opening.installation_id <= $2::uuid
            OFFSET 0
        ) AS opening
        GROUP BY opening.installation_id, opening.app, day
    ) AS active_day
    GROUP BY active_day.installation_id, active_day.app
),

reach AS (
    SELECT
        journey.installation_id,
        journey.app,
        reach.days
    FROM journey AS journey
    CROSS JOIN settings
    CROSS JOIN LATERAL projection.reachable_days(
        journey.status_from, journey.status, settings.time_zone
    ) AS reach
    WHERE ($1::uuid IS NULL OR journey.installation_id > $1::uuid) AND journey.installation_id <= $2::uuid
)

SELECT
    app,
    installation_id,
    NULL::projection.activity_days AS before,
    ROW(
        coalesce(activity.active_28d, '{}'), coalesce(activity.openers_28d, '{}'), coalesce(reach.days, '{}')
    )::projection.activity_days AS after
FROM activity
FULL JOIN reach USING (installation_id, app)
-- Includes installations without a journey, because they were set aside.
FULL JOIN (
    SELECT DISTINCT event.installation_id, event.app
    FROM permission_event AS event
    WHERE ($1::uuid IS NULL OR event.installation_id > $1::uuid)
        AND event.installation_id <= $2::uuid
        AND NOT event.batch_id <@ (SELECT projection.batches(projection.backfill_head('activity')))
) AS installation USING (installation_id, app)
