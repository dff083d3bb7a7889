-- Returns the keys by which a level of projection.opens_levels groups counts; null: left out by the level. value: that of
-- opens_cell, a campaign, an hour of the week from Monday (0), or an OS; os_name, major, minor: that OS.
CREATE OR REPLACE FUNCTION projection.opens_level(
    level text, to_day date, day date, value integer, os_name text, major smallint, minor smallint
)
RETURNS TABLE (
    key_day date,
    os_minor smallint,
    os_major smallint,
    campaign integer,
    hour smallint,
    weekday smallint,
    key_os_name text
)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
-- The order of columns that sorts fastest.
SELECT
    CASE WHEN level IN ('day', 'version_of_day') THEN day WHEN level = 'week' THEN to_day - (to_day - day) / 7 * 7 END,
    CASE WHEN level IN ('version', 'version_of_day') THEN minor END,
    CASE WHEN level IN ('major', 'version', 'version_of_day') THEN major END,
    CASE level WHEN 'campaign' THEN value END,
    CASE level WHEN 'hour' THEN (value % 24)::smallint END,
    CASE level WHEN 'hour' THEN (value / 24 + 1)::smallint END,
    CASE WHEN level IN ('major', 'version', 'version_of_day') THEN os_name END
$$;
