-- Counts the people asked in a range of days, by placement and variant; if dimension is 'day', by day and OS. Metrics:
-- Opt-in funnel. Called by projection.past.
-- The planner expects few people if it does not know the range, and would sort them all to group them: sorting is off.
CREATE OR REPLACE FUNCTION projection.past_asked(as_of timestamptz, from_day date, to_day date, dimension text)
RETURNS SETOF projection.asked
LANGUAGE sql STABLE SET enable_sort = off
AS $$
SELECT
    person.app,
    CASE WHEN dimension = 'day' THEN person.day END,
    CASE WHEN dimension = 'day' THEN person.os END,
    CASE WHEN dimension IS NULL THEN person.placement END,
    CASE WHEN dimension IS NULL THEN person.variant END,
    {funnel counts: #counted}
FROM projection.opt_in(from_day, to_day, as_of, true) AS person
GROUP BY 1, 2, 3, 4, 5
$$;
