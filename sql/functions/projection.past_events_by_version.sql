-- The rows of version_cell as they were at a past horizon, for projection.past. Reads the log.
CREATE OR REPLACE FUNCTION projection.past_events_by_version(known_by timestamptz)
RETURNS SETOF projection.events_by_version
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT event.app, event.day, event.app_version, count(*)
FROM projection.known_events(known_by, projection.held('quality')) AS event
GROUP BY event.app, event.day, event.app_version
$$;
