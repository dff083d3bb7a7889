-- What becomes of the steps of activity_step, up to the day before a horizon's, when everything is taken back that happened
-- and was received after the horizon. Days of activity up to then stay; who is reachable at their ends may change, since a
-- later event with a sequence can come before others in the order. Metrics: Restatement, Opens.
-- known_by, late_by: see journeys_after.
CREATE OR REPLACE FUNCTION projection.activity_taken_back(known_by timestamptz, late_by timestamptz)
RETURNS TABLE (
    app integer,
    day date,
    reachable_28d bigint,
    reachable bigint
)
-- With a setting of its own it is planned where it runs, and not with every report that doesn't need it.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    judged.app,
    bound.day,
    coalesce(sum(bound.n) FILTER (WHERE side.is_active), 0)::bigint,
    coalesce(sum(bound.n) FILTER (WHERE NOT side.is_active), 0)::bigint
FROM (
    SELECT 1 AS weight, known.app, known.installation_id, known.status_from, known.status
    FROM projection.journeys_refolded(known_by, late_by) AS known
    UNION ALL
    SELECT -1 AS weight, later.app, later.installation_id, later.status_from, later.status
    FROM projection.journeys_after(known_by, late_by) AS later
) AS judged
-- A status holds at the end of the days from its own to the one before the next status's day.
CROSS JOIN LATERAL (
    SELECT range_agg(daterange(stood.day, stood.next_day)) AS days
    FROM (
        SELECT
            step.status,
            (step.starts AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS day,
            (lead(step.starts) OVER (ORDER BY step.n)
                AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS next_day
        FROM unnest(judged.status_from, judged.status) WITH ORDINALITY AS step (starts, status, n)
    ) AS stood
    WHERE stood.status IN ('authorized', 'provisional', 'ephemeral')
        -- Where the clocks go back over midnight, a day can end before it began: then the status holds at no end of one.
        AND (stood.next_day < stood.day) IS NOT TRUE
) AS reachable
LEFT JOIN LATERAL (
    SELECT installation_activity.active_28d AS days
    FROM projection.installation_activity
    WHERE installation_activity.installation_id = judged.installation_id AND installation_activity.app = judged.app
    OFFSET 0
) AS active ON true
CROSS JOIN LATERAL (VALUES (false, reachable.days), (true, reachable.days * active.days)) AS side (is_active, days)
CROSS JOIN LATERAL unnest(side.days) AS stretch (days)
CROSS JOIN LATERAL (
    VALUES (judged.weight, lower(stretch.days)), (-judged.weight, upper(stretch.days))
) AS bound (n, day)
WHERE bound.day IS NOT NULL
GROUP BY judged.app, bound.day
$$;
COMMENT ON FUNCTION projection.activity_taken_back(timestamptz, timestamptz) IS
    'What the steps of reachable installations lose or gain without what happened and was received after a horizon.';
