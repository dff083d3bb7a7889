-- Returns the daily changes of reach (reach_step) as of a horizon: those of state, minus what journeys with events received
-- after as_of contributed, plus what they contribute at as_of. A day and OS version can have several rows. Metrics: Reach.
CREATE OR REPLACE FUNCTION projection.reach_steps(as_of timestamptz)
RETURNS TABLE (
    {statuses+moves: # #type},
    app integer,
    day date,
    os_major smallint,
    os_minor smallint,
    os_name text
)
LANGUAGE sql STABLE
AS $$
SELECT state.* FROM projection.reach_step AS state
UNION ALL
SELECT
    {statuses+moves: moved.#},
    corrected.app, moved.day, os.major, os.minor, os.os_name
FROM (
    SELECT 1 AS weight, known.app, known.status_from, known.status, known.status_os
    FROM projection.journeys_refolded(as_of) AS known
    UNION ALL
    SELECT -1, later.app, later.status_from, later.status, later.status_os
    FROM projection.journeys_after(as_of) AS later
) AS corrected
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.reach_changes(
    corrected.weight, corrected.status_from, corrected.status, corrected.status_os, settings.time_zone
) AS moved
INNER JOIN log.os ON os.os = moved.os
$$;
