-- The days on which installations had opened something at a past horizon, for projection.past. Reads the log.
CREATE OR REPLACE FUNCTION projection.past_active_days(known_by timestamptz) RETURNS SETOF projection.active_day
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT opened.*
FROM projection.active_days(NULL, NULL, known_by, projection.held('opens')) AS opened
$$;
