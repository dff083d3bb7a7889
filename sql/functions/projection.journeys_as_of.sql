-- Returns every journey (permission history of an installation) as it was at a horizon: without events received after
-- as_of. Journeys with later events are folded (computed from their events) again; others are read from state.
-- answers_alone: the caller uses only prompts, answers and opens in 24 hours after them, asks and arms, so fewer are
-- folded again; and if it names days, only of people asked on these, so others may be left out.
-- The filter stands outside the union, although only rows of state need it: the planner makes a row of all columns for each
-- row of a table that is filtered within a union, which takes longer than reading the table.
CREATE OR REPLACE FUNCTION projection.journeys_as_of(
    as_of timestamptz, answers_alone boolean DEFAULT false, from_day date DEFAULT NULL, to_day date DEFAULT NULL
)
RETURNS SETOF projection.journey_row
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM (
    SELECT journey.*
    FROM projection.journey AS journey
    UNION ALL
    SELECT journey.*
    FROM projection.journeys_refolded(as_of) AS journey
    WHERE NOT answers_alone
    UNION ALL
    SELECT journey.*
    FROM projection.past_journeys(as_of, true, from_day, to_day) AS journey
    WHERE answers_alone AND (SELECT max(batch.latest_received_at) FROM log.batch) > as_of
) AS journey
WHERE journey.latest_received_at <= as_of OR (answers_alone AND journey.answer_received_at <= as_of)
$$;
