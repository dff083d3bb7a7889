-- Returns the changes of activity_step as of a past horizon, for projection.past. Reads past_active_days and journeys.
CREATE OR REPLACE FUNCTION projection.past_activity(as_of timestamptz) RETURNS SETOF projection.activity
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    counted.app,
    change.day,
    {activity_28d: coalesce(sum(change.n) FILTER (WHERE change.measure = '#'), 0)},
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'reachable'), 0)
FROM (
    SELECT
        known.app,
        coalesce(range_agg(known.days) FILTER (WHERE known.measure = 'active'), '{}') AS active_28d,
        coalesce(range_agg(known.days) FILTER (WHERE known.measure = 'openers'), '{}') AS openers_28d,
        coalesce(range_agg(known.days) FILTER (WHERE known.measure = 'reachable'), '{}') AS reachable
    FROM (
        SELECT opened.installation_id, opened.app, opened.measure, projection.counted_days(opened.day) AS days
        FROM projection.past(NULL::projection.active_day, as_of) AS opened
        UNION ALL
        SELECT journey.installation_id, journey.app, 'reachable', unnest(reachable.days)
        FROM projection.journeys_as_of(as_of) AS journey
        CROSS JOIN projection.settings
        CROSS JOIN LATERAL projection.reachable_days(
            journey.status_from, journey.status, settings.time_zone
        ) AS reachable
    ) AS known
    GROUP BY known.installation_id, known.app
) AS counted
CROSS JOIN LATERAL projection.activity_changes(
    NULL, ROW(counted.active_28d, counted.openers_28d, counted.reachable)::projection.activity_days
) AS change
GROUP BY counted.app, change.day
$$;
