-- Activity over 28 days by app and day, computed straight from the log and the journeys: for a horizon that the state has
-- passed, for the audit, and for tests. Metrics: active_28d, openers_28d, reachable_28d; reachable at the end of the day.
-- known_by, up_to: what is known, see events_between. from_day, to_day: inclusive. Days without anybody have no row.
CREATE OR REPLACE FUNCTION projection.recomputed_activity(
    known_by timestamptz, up_to bigint, time_zone text, from_day date, to_day date
)
RETURNS TABLE (
    app integer,
    day date,
    active_28d bigint,
    openers_28d bigint,
    reachable_28d bigint,
    reachable bigint
)
-- With a setting of its own it is planned where it runs, and not with every report that doesn't need it.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
WITH living AS MATERIALIZED (
    SELECT opened.app, opened.installation_id, opened.day, opened.opener_os IS NOT NULL AS is_opener
    FROM projection.recomputed_days(known_by, up_to, time_zone) AS opened
),

-- A day counts for the 28 days from it on, or up to the next one, which counts from there.
active AS (
    SELECT
        living.app,
        living.installation_id,
        living.day AS starts,
        least(living.day + 28, lead(living.day) OVER (
            PARTITION BY living.app, living.installation_id ORDER BY living.day
        )) AS ends
    FROM living
),

opener AS (
    SELECT
        living.app,
        living.installation_id,
        living.day AS starts,
        least(living.day + 28, lead(living.day) OVER (
            PARTITION BY living.app, living.installation_id ORDER BY living.day
        )) AS ends
    FROM living
    WHERE living.is_opener
),

-- A status holds at the end of the days from its own to the one before the next status's day.
status AS (
    SELECT
        journey.app,
        journey.installation_id,
        step.status,
        (step.status_from AT TIME ZONE time_zone)::date AS starts,
        coalesce((lead(step.status_from) OVER (
            PARTITION BY journey.app, journey.installation_id ORDER BY step.n
        ) AT TIME ZONE time_zone)::date, 'infinity') AS ends
    FROM projection.journeys_known_by(known_by) AS journey
    CROSS JOIN LATERAL unnest(journey.status_from, journey.status) WITH ORDINALITY AS step (status_from, status, n)
),

reachable AS MATERIALIZED (
    SELECT status.app, status.installation_id, status.starts, status.ends
    FROM status
    WHERE projection.is_reachable(status.status) AND status.starts < status.ends
),

stretch AS (
    SELECT active.app, 'active_28d' AS measure, active.starts, active.ends FROM active
    UNION ALL
    SELECT opener.app, 'openers_28d', opener.starts, opener.ends FROM opener
    UNION ALL
    SELECT reachable.app, 'reachable', reachable.starts, reachable.ends FROM reachable
    UNION ALL
    SELECT
        active.app, 'reachable_28d', greatest(active.starts, reachable.starts), least(active.ends, reachable.ends)
    FROM active
    INNER JOIN reachable
        ON reachable.app = active.app
        AND reachable.installation_id = active.installation_id
        AND reachable.starts < active.ends
        AND reachable.ends > active.starts
),

step AS (
    SELECT stretch.app, greatest(bound.day, from_day) AS day, stretch.measure, sum(bound.n) AS n
    FROM stretch
    CROSS JOIN LATERAL (VALUES (1, stretch.starts), (-1, stretch.ends)) AS bound (n, day)
    WHERE bound.day <= to_day
    GROUP BY stretch.app, greatest(bound.day, from_day), stretch.measure
)

SELECT stood.*
FROM (
    SELECT
        app.app,
        days.day::date AS day,
        coalesce(sum(step.n) FILTER (WHERE step.measure = 'active_28d'), 0)::bigint AS active_28d,
        coalesce(sum(step.n) FILTER (WHERE step.measure = 'openers_28d'), 0)::bigint AS openers_28d,
        coalesce(sum(step.n) FILTER (WHERE step.measure = 'reachable_28d'), 0)::bigint AS reachable_28d,
        coalesce(sum(step.n) FILTER (WHERE step.measure = 'reachable'), 0)::bigint AS reachable
    FROM (SELECT DISTINCT step.app FROM step) AS app
    CROSS JOIN generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') AS days (day)
    INNER JOIN step ON step.app = app.app AND step.day <= days.day::date
    GROUP BY app.app, days.day
) AS stood
WHERE stood.active_28d > 0 OR stood.reachable > 0
$$;
COMMENT ON FUNCTION projection.recomputed_activity(timestamptz, bigint, text, date, date) IS
    'Activity over the 28 days that end with each day, and reach, from the log and the journeys.';
