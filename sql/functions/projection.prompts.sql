-- Returns the counts of prompt_cell for the prompts of a range of days, as they were at a horizon: without events
-- received after as_of. dimensions: which to return. Subtracts what journeys with later events contributed, and adds
-- what they contribute without these.
CREATE OR REPLACE FUNCTION projection.prompts(from_day date, to_day date, as_of timestamptz, dimensions text[])
RETURNS TABLE (
    app integer,
    day date,
    dimension text,
    value integer,
    within integer,
    people bigint,
    allowed bigint,
    allowed_24h bigint,
    reachable bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    cell.app, cell.day, cell.dimension, cell.value, cell.within, cell.people, cell.allowed, cell.allowed_24h,
    cell.reachable
FROM projection.prompt_cell AS cell
WHERE cell.day BETWEEN from_day AND to_day AND cell.dimension = ANY (dimensions)
UNION ALL
SELECT
    journey.app, cell.day, cell.dimension, cell.value, cell.within, cell.people, cell.allowed,
    cell.allowed_24h, cell.reachable
FROM (
    SELECT 1 AS weight, past_journey.*
    FROM projection.past_journeys(as_of, true) AS past_journey
    UNION ALL
    SELECT -1, later_journey.*
    FROM projection.journeys_after(as_of) AS later_journey
    WHERE (later_journey.answer_received_at <= as_of) IS NOT TRUE
) AS journey
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.prompt_counts(
    journey.weight, journey.prompt_at, journey.decision, journey.decision_at, journey.prompt_os,
    journey.prompt_app_version, journey.prompt_placement, journey.prompt_variant, journey.arms, settings.time_zone
) AS cell
WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > as_of
    AND cell.day BETWEEN from_day AND to_day
    AND cell.dimension = ANY (dimensions)
$$;
