-- Counts the people asked in a range of days, by day and OS. Metrics: Opt-in funnel. Called by projection.past.
CREATE OR REPLACE FUNCTION projection.past_asked(as_of timestamptz, from_day date, to_day date)
RETURNS SETOF projection.asked
LANGUAGE sql STABLE SET enable_sort = off
AS $$
SELECT person.app, person.day, person.os, {funnel counts: #counted}
FROM projection.opt_in(from_day, to_day, as_of, true) AS person
GROUP BY person.app, person.day, person.os
$$;
