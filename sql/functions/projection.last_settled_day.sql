-- The last day up to to_day on which everyone asked has had the conversion window by a horizon.
CREATE OR REPLACE FUNCTION projection.last_settled_day(to_day date, known_by timestamptz) RETURNS date
LANGUAGE sql STABLE
AS $$
SELECT least(
    to_day, analytics.day(known_by - make_interval(secs => settings.conversion_window_seconds)) - 1
)
FROM projection.settings
$$;
COMMENT ON FUNCTION projection.last_settled_day(date, timestamptz) IS 'The last day whose prompts can get no more answers.';
