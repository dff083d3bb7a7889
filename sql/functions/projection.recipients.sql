-- Counts the installations sent to by app and any of several levels of projection.opens_levels, for its minimum_cell. The same
-- keys can have several rows, each of other installations.
CREATE OR REPLACE FUNCTION projection.recipients(from_day date, to_day date, as_of timestamptz, levels text[])
RETURNS TABLE (
    day date,
    os_minor smallint,
    os_major smallint,
    campaign integer,
    hour smallint,
    weekday smallint,
    app integer,
    os_name text,
    level text,
    people bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    CASE
        WHEN level IN ('day', 'version_of_day') THEN send.day
        WHEN level = 'week' THEN to_day - (to_day - send.day) / 7 * 7
    END,
    CASE WHEN level IN ('version', 'version_of_day') THEN os.minor END,
    CASE WHEN level IN ('major', 'version', 'version_of_day') THEN os.major END,
    CASE level WHEN 'campaign' THEN coalesce(send.campaign, 0) END,
    CASE level WHEN 'hour' THEN (send.hour_of_week % 24)::smallint END,
    CASE level WHEN 'hour' THEN (send.hour_of_week / 24 + 1)::smallint END,
    send.app,
    CASE WHEN level IN ('major', 'version', 'version_of_day') THEN os.os_name END,
    level,
    count(DISTINCT send.installation_id)
FROM projection.sends(from_day, to_day, as_of) AS send
LEFT JOIN log.os ON levels[1] NOT IN ('campaign', 'hour') AND os.os = coalesce(send.os, 0)
CROSS JOIN unnest(levels) AS level
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
$$;
