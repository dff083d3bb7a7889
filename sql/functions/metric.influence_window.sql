-- Returns the longest time from a send to an app open that it influenced. Reads settings in the caller's search_path.
CREATE OR REPLACE FUNCTION metric.influence_window() RETURNS interval
LANGUAGE sql STABLE
AS $$ SELECT make_interval(secs => settings.influence_window_seconds) FROM settings $$;
