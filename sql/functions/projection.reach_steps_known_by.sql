-- What each day changed in reach, by app and any of the levels version, major and day (of all of an app; what a level leaves out is
-- null): the kept steps, less what the journeys that hold something received after the horizon contributed, plus what these
-- contributed at it. What came before the range stands on the day before it.
-- The numbers are double precision, which is exact below 2^53: sums of bigint are numeric, and took a fifth of the whole time.
CREATE OR REPLACE FUNCTION projection.reach_steps_known_by(
    from_day date, to_day date, known_by timestamptz, levels text[]
)
RETURNS TABLE (
    app integer,
    day date,
    os_name text,
    os_major smallint,
    os_minor smallint,
    authorized double precision,
    provisional double precision,
    ephemeral double precision,
    denied double precision,
    not_determined double precision,
    unknown double precision,
    gained double precision,
    lost double precision
)
LANGUAGE sql STABLE
AS $$
SELECT
    step.app,
    greatest(step.day, from_day - 1),
    CASE WHEN level <> 'day' THEN step.os_name END,
    CASE WHEN level <> 'day' THEN step.os_major END,
    CASE WHEN level = 'version' THEN step.os_minor END,
    sum(step.authorized::double precision),
    sum(step.provisional::double precision),
    sum(step.ephemeral::double precision),
    sum(step.denied::double precision),
    sum(step.not_determined::double precision),
    sum(step.unknown::double precision),
    sum(step.gained::double precision),
    sum(step.lost::double precision)
FROM (
    SELECT kept.* FROM projection.reach_step_v1 AS kept
    UNION ALL
    SELECT
        moved.authorized, moved.provisional, moved.ephemeral, moved.denied, moved.not_determined, moved.unknown,
        moved.gained, moved.lost, corrected.app, moved.day, os.major, os.minor, os.os_name
    FROM (
        SELECT 1 AS weight, known.app, known.status_from, known.status, known.status_os
        FROM projection.journeys_refolded(known_by) AS known
        UNION ALL
        SELECT -1, later.app, later.status_from, later.status, later.status_os
        FROM projection.journeys_after(known_by) AS later
    ) AS corrected
    CROSS JOIN projection.settings
    CROSS JOIN LATERAL projection.reach_changes(
        corrected.weight, corrected.status_from, corrected.status, corrected.status_os, settings.time_zone
    ) AS moved
    INNER JOIN log.os ON os.os = moved.os
) AS step
CROSS JOIN unnest(levels) AS level
WHERE step.day <= to_day
GROUP BY 1, 2, 3, 4, 5
$$;
