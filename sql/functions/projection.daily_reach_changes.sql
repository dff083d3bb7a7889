-- Returns the daily changes of reach (daily_reach_change) as of a horizon: those of state, minus what journeys with
-- events received after as_of contributed, plus what they contribute at as_of. A day and OS version can have several
-- rows. Metrics: Reach.
CREATE OR REPLACE FUNCTION projection.daily_reach_changes(as_of timestamptz)
RETURNS TABLE (
    {statuses+moves+levels: # #type},
    app integer,
    day date,
    os_major smallint,
    os_minor smallint,
    os_name text
)
LANGUAGE sql STABLE
AS $$
SELECT state.* FROM projection.daily_reach_change AS state
UNION ALL
SELECT
    {statuses+moves+levels: change.#},
    journey.app, change.day, coalesce(os.major, 0), coalesce(os.minor, 0), coalesce(os.os_name, '')
FROM (
    SELECT
        1 AS weight, past_journey.app, past_journey.status_from, past_journey.status, past_journey.status_os,
        past_journey.levels
    FROM projection.journeys_refolded(as_of) AS past_journey
    UNION ALL
    SELECT
        -1, later_journey.app, later_journey.status_from, later_journey.status, later_journey.status_os,
        later_journey.levels
    FROM projection.journeys_after(as_of) AS later_journey
) AS journey
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.reach_changes(
    journey.weight, journey.status_from, journey.status, journey.status_os, journey.levels, settings.time_zone
) AS change
LEFT JOIN log.os ON os.os = change.os
$$;
