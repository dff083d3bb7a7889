-- Step 2 of the activity projection: the installations with new events, with their sets of days (active_28d,
-- openers_28d, reachable) before and after these events, in the work table changed_activity.
-- Reads the work table of step 1, log.permission_event, journey, installation_activity and settings.
CREATE TEMPORARY TABLE changed_activity ON COMMIT DROP AS
WITH fresh_day AS (
    SELECT DISTINCT
        event.installation_id,
        event.app,
        (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
        metric.is_remote_open(event.type, event.is_local) AS is_opener
    FROM collected_event AS event
),

installation AS (
    SELECT
        new_day.installation_id,
        new_day.app,
        coalesce(
            range_agg(projection.counted_days(new_day.day)) FILTER (WHERE new_day.day IS NOT NULL), '{}'
        ) AS active_28d,
        coalesce(range_agg(projection.counted_days(new_day.day)) FILTER (WHERE new_day.is_opener), '{}') AS openers_28d,
        bool_or(new_day.day IS NULL) AS is_permission
    FROM (
        SELECT fresh_day.installation_id, fresh_day.app, fresh_day.day, fresh_day.is_opener FROM fresh_day
        UNION ALL
        SELECT DISTINCT event.installation_id, event.app, NULL::date, false
        FROM projection.permission_events($1::bigint, $2::bigint) AS event
    ) AS new_day
    GROUP BY new_day.installation_id, new_day.app
    -- In key order, so that the lookups share pages.
    ORDER BY new_day.installation_id, new_day.app
    OFFSET 0
)

SELECT
    installation.app,
    installation.installation_id,
    state.days AS before,
    ROW(
        coalesce((state.days).active_28d, '{}') + installation.active_28d,
        coalesce((state.days).openers_28d, '{}') + installation.openers_28d,
        coalesce(CASE WHEN installation.is_permission THEN reach.days ELSE (state.days).reachable END, '{}')
    )::projection.activity_days AS after
FROM installation
LEFT JOIN LATERAL (
    SELECT ROW(activity.active_28d, activity.openers_28d, activity.reachable)::projection.activity_days AS days
    FROM installation_activity AS activity
    WHERE activity.installation_id = installation.installation_id AND activity.app = installation.app
    OFFSET 0
) AS state ON true
LEFT JOIN LATERAL (
    SELECT reach.days
    FROM journey AS journey
    CROSS JOIN settings
    CROSS JOIN LATERAL projection.reachable_days(
        journey.status_from, journey.status, settings.time_zone
    ) AS reach
    WHERE installation.is_permission
        AND journey.installation_id = installation.installation_id
        AND journey.app = installation.app
    OFFSET 0
) AS reach ON true
