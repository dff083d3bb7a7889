-- The opt-in funnel of a group of people as published. Metrics: Opt-in funnel.

-- Returns the base of the opt-in rate (grant_rate), which leaves out people who still have time to decide.
CREATE OR REPLACE FUNCTION metric.settled(decided bigint, undecided bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT decided + undecided $$;

-- Returns one row: the counts, including decided, and the opt-in rate with its interval.
CREATE OR REPLACE FUNCTION metric.published_funnel({funnel counts: # #type})
RETURNS SETOF projection.funnel
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT {funnel: #value}, rate.*
FROM stats.published_rate(granted, metric.settled(granted + denied, undecided)) AS rate
$$;
