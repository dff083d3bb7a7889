-- The steps of reach as they were when what was received up to a moment was known: the kept ones, less what the journeys
-- that hold something later contributed, plus what these contributed then. What came before the range stands, added up, on
-- the day before it. from_day, to_day: inclusive; known_by: the horizon.
CREATE OR REPLACE FUNCTION projection.reach_steps_known_by(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    day date,
    os_name text,
    os_major smallint,
    os_minor smallint,
    authorized bigint,
    provisional bigint,
    ephemeral bigint,
    denied bigint,
    not_determined bigint,
    unknown bigint,
    gained bigint,
    lost bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    step.app, from_day - 1, step.os_name, step.os_major, step.os_minor, sum(step.authorized)::bigint,
    sum(step.provisional)::bigint, sum(step.ephemeral)::bigint, sum(step.denied)::bigint,
    sum(step.not_determined)::bigint, sum(step.unknown)::bigint, sum(step.gained)::bigint, sum(step.lost)::bigint
FROM projection.reach_step_v1 AS step
WHERE step.day < from_day
GROUP BY step.app, step.os_name, step.os_major, step.os_minor
UNION ALL
SELECT
    step.app, step.day, step.os_name, step.os_major, step.os_minor, step.authorized, step.provisional, step.ephemeral,
    step.denied, step.not_determined, step.unknown, step.gained, step.lost
FROM projection.reach_step_v1 AS step
WHERE step.day BETWEEN from_day AND to_day
UNION ALL
SELECT
    corrected.app, greatest(moved.day, from_day - 1), os.os_name, os.major, os.minor,
    corrected.weight * moved.authorized, corrected.weight * moved.provisional, corrected.weight * moved.ephemeral,
    corrected.weight * moved.denied, corrected.weight * moved.not_determined, corrected.weight * moved.unknown,
    corrected.weight * moved.gained, corrected.weight * moved.lost
FROM (
    SELECT 1 AS weight, known.app, known.status_from, known.status, known.status_os
    FROM projection.journeys_refolded(known_by) AS known
    UNION ALL
    SELECT -1 AS weight, later.app, later.status_from, later.status, later.status_os
    FROM projection.journeys_after(known_by) AS later
) AS corrected
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.reach_changes(
    corrected.status_from, corrected.status, corrected.status_os, settings.time_zone
) AS moved
INNER JOIN log.os ON os.os = moved.os
WHERE moved.day <= to_day
$$;
