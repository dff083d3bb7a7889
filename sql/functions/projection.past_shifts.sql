-- Returns projection.grant_rate_shifts. Called by projection.past, so that the ranges of a report, which end on the
-- same day, compute them once.
CREATE OR REPLACE FUNCTION projection.past_shifts(as_of timestamptz, to_day date) RETURNS SETOF projection.shift
LANGUAGE sql STABLE
AS $$ SELECT shift.* FROM projection.grant_rate_shifts(to_day, as_of) AS shift $$;
