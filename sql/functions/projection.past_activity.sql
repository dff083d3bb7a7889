-- The rows of activity_step as they were at a past horizon, for projection.past. Metrics: active_28d, openers_28d,
-- reachable_28d; reachable at the end of the day. known_by: the horizon. Reads the log and the journeys.
CREATE OR REPLACE FUNCTION projection.past_activity(known_by timestamptz) RETURNS SETOF projection.activity
LANGUAGE sql STABLE
AS $$
-- A day of activity counts for the 28 days from it on, or up to the next one, which counts from there.
WITH alive AS MATERIALIZED (
    SELECT
        opened.app,
        opened.installation_id,
        side.measure,
        opened.day AS starts,
        least(opened.day + 28, lead(opened.day) OVER (
            PARTITION BY opened.app, opened.installation_id, side.measure ORDER BY opened.day
        )) AS ends
    FROM projection.settings
    CROSS JOIN LATERAL projection.recomputed_days(known_by, projection.held('activity'), settings.time_zone) AS opened
    CROSS JOIN LATERAL (
        VALUES ('active_28d', true), ('openers_28d', opened.opener_os IS NOT NULL)
    ) AS side (measure, is_counted)
    WHERE side.is_counted
),

-- A status holds at the end of the days from its own to the one before the next status's day.
status AS (
    SELECT
        journey.app,
        journey.installation_id,
        step.status,
        (step.status_from AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS starts,
        coalesce((lead(step.status_from) OVER (
            PARTITION BY journey.app, journey.installation_id ORDER BY step.n
        ) AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date, 'infinity') AS ends
    FROM projection.journeys_known_by(known_by) AS journey
    CROSS JOIN LATERAL unnest(journey.status_from, journey.status) WITH ORDINALITY AS step (status_from, status, n)
),

reachable AS MATERIALIZED (
    SELECT status.app, status.installation_id, status.starts, status.ends
    FROM status
    WHERE projection.is_reachable(status.status) AND status.starts < status.ends
),

stretch AS (
    SELECT alive.app, alive.measure, alive.starts, alive.ends FROM alive
    UNION ALL
    SELECT reachable.app, 'reachable', reachable.starts, reachable.ends FROM reachable
    UNION ALL
    SELECT alive.app, 'reachable_28d', greatest(alive.starts, reachable.starts), least(alive.ends, reachable.ends)
    FROM alive
    INNER JOIN reachable
        ON reachable.app = alive.app
        AND reachable.installation_id = alive.installation_id
        AND reachable.starts < alive.ends
        AND reachable.ends > alive.starts
    WHERE alive.measure = 'active_28d'
)

SELECT
    stretch.app,
    bound.day,
    coalesce(sum(bound.n) FILTER (WHERE stretch.measure = 'active_28d'), 0),
    coalesce(sum(bound.n) FILTER (WHERE stretch.measure = 'openers_28d'), 0),
    coalesce(sum(bound.n) FILTER (WHERE stretch.measure = 'reachable_28d'), 0),
    coalesce(sum(bound.n) FILTER (WHERE stretch.measure = 'reachable'), 0)
FROM stretch
CROSS JOIN LATERAL (VALUES (1, stretch.starts), (-1, stretch.ends)) AS bound (n, day)
WHERE bound.day < 'infinity'
GROUP BY stretch.app, bound.day
$$;
