-- Returns the rows of projection.active_days at a past horizon, from the log; for projection.past. Metrics: Opens.
CREATE OR REPLACE FUNCTION projection.past_active_days(as_of timestamptz) RETURNS SETOF projection.active_day
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT active_day.*
FROM projection.active_days(NULL, NULL, as_of, projection.held('opens')) AS active_day
$$;
