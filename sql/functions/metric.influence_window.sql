-- The longest time from a send to an app open that belongs to it. Reads settings of the caller's generation.
CREATE OR REPLACE FUNCTION metric.influence_window() RETURNS interval
LANGUAGE sql STABLE
AS $$ SELECT make_interval(secs => settings.influence_window_seconds) FROM settings $$;
