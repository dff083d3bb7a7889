-- The last day up to to_day whose sends all have had the open window by a horizon.
CREATE OR REPLACE FUNCTION projection.last_settled_day_of_sends(to_day date, known_by timestamptz) RETURNS date
LANGUAGE sql STABLE
AS $$
SELECT least(
    to_day, analytics.day(known_by - make_interval(secs => settings.open_window_seconds)) - 1
)
FROM projection.settings
$$;
COMMENT ON FUNCTION projection.last_settled_day_of_sends(date, timestamptz) IS
    'The last day whose sends can get no more direct opens.';
