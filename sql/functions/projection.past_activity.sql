-- Returns the changes of activity_step as of a past horizon, for projection.past. Reads past_active_days and journeys.
CREATE OR REPLACE FUNCTION projection.past_activity(as_of timestamptz) RETURNS SETOF projection.activity
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    installation.app,
    change.day,
    {activity_28d: coalesce(sum(change.sign) FILTER (WHERE change.measure = '#'), 0)},
    coalesce(sum(change.sign) FILTER (WHERE change.measure = 'reachable'), 0)
FROM (
    SELECT
        span.app,
        coalesce(range_agg(span.days) FILTER (WHERE span.measure = 'active'), '{}') AS active_28d,
        coalesce(range_agg(span.days) FILTER (WHERE span.measure = 'openers'), '{}') AS openers_28d,
        coalesce(range_agg(span.days) FILTER (WHERE span.measure = 'reachable'), '{}') AS reachable
    FROM (
        SELECT
            active_day.installation_id, active_day.app, active_day.measure,
            projection.counted_days(active_day.day) AS days
        FROM projection.past(NULL::projection.active_day, as_of) AS active_day
        UNION ALL
        SELECT journey.installation_id, journey.app, 'reachable', unnest(reach.days)
        FROM projection.journeys_as_of(as_of) AS journey
        CROSS JOIN projection.settings
        CROSS JOIN LATERAL projection.reachable_days(
            journey.status_from, journey.status, settings.time_zone
        ) AS reach
    ) AS span
    GROUP BY span.installation_id, span.app
) AS installation
CROSS JOIN LATERAL projection.activity_changes(
    NULL, ROW(installation.active_28d, installation.openers_28d, installation.reachable)::projection.activity_days
) AS change
GROUP BY installation.app, change.day
$$;
