-- Returns the counts of prompt_cell for the prompts of a range of days, as they were at a horizon: without events
-- received after as_of. dimensions: which to return. Subtracts what journeys with later events contributed, and adds
-- what they contribute without these.
CREATE OR REPLACE FUNCTION projection.prompts(from_day date, to_day date, as_of timestamptz, dimensions text[])
RETURNS TABLE (
    app integer,
    day date,
    dimension text,
    value integer,
    other integer,
    asked bigint,
    allowed bigint,
    allowed_24h bigint
)
LANGUAGE sql STABLE
AS $$
SELECT kept.app, kept.day, kept.dimension, kept.value, kept.other, kept.asked, kept.allowed, kept.allowed_24h
FROM projection.prompt_cell AS kept
WHERE kept.day BETWEEN from_day AND to_day AND kept.dimension = ANY (dimensions)
UNION ALL
SELECT
    corrected.app, counted.day, counted.dimension, counted.value, counted.other, counted.asked, counted.allowed,
    counted.allowed_24h
FROM (
    SELECT 1 AS weight, known.*
    FROM projection.past_journeys(as_of, true) AS known
    UNION ALL
    SELECT -1, later.*
    FROM projection.journeys_after(as_of) AS later
    WHERE (later.answer_received_at <= as_of) IS NOT TRUE
) AS corrected
CROSS JOIN projection.settings
CROSS JOIN LATERAL projection.prompt_counts(
    corrected.weight, corrected.prompt_at, corrected.decision, corrected.decision_at, corrected.prompt_os,
    corrected.prompt_app_version, corrected.prompt_placement, corrected.prompt_variant, settings.time_zone
) AS counted
WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > as_of
    AND counted.day BETWEEN from_day AND to_day
    AND counted.dimension = ANY (dimensions)
$$;
