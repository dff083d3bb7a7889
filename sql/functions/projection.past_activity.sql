-- The rows of activity_step as they were at a past horizon, for projection.past. Reads the log and the journeys.
CREATE OR REPLACE FUNCTION projection.past_activity(known_by timestamptz) RETURNS SETOF projection.activity
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
WITH active AS (
    SELECT
        opened.installation_id,
        opened.app,
        range_agg(projection.counted_days(opened.day)) FILTER (WHERE opened.measure = 'active') AS active_28d,
        range_agg(projection.counted_days(opened.day)) FILTER (WHERE opened.measure = 'openers') AS openers_28d
    FROM projection.active_days(NULL, NULL, NULL, known_by, projection.held('activity')) AS opened
    GROUP BY opened.installation_id, opened.app
),

permitted AS (
    SELECT journey.installation_id, journey.app, reachable.days
    FROM projection.journeys_known_by(known_by) AS journey
    CROSS JOIN projection.settings
    CROSS JOIN LATERAL projection.reachable_days(
        journey.status_from, journey.status, settings.time_zone
    ) AS reachable
)

SELECT
    app,
    change.day,
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'active_28d'), 0),
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'openers_28d'), 0),
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'reachable_28d'), 0),
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'reachable'), 0)
FROM active
FULL JOIN permitted USING (installation_id, app)
CROSS JOIN LATERAL projection.activity_changes(
    NULL,
    ROW(
        coalesce(active.active_28d, '{}'), coalesce(active.openers_28d, '{}'), coalesce(permitted.days, '{}')
    )::projection.activity_days
) AS change
GROUP BY app, change.day
$$;
