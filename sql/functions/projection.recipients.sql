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
    key.key_day,
    key.os_minor,
    key.os_major,
    key.campaign,
    key.hour,
    key.weekday,
    send.app,
    key.key_os_name,
    level,
    count(DISTINCT send.installation_id)
FROM projection.sends(from_day, to_day, as_of) AS send
CROSS JOIN LATERAL (
    SELECT CASE levels[1]
        WHEN 'campaign' THEN coalesce(send.campaign, 0) WHEN 'hour' THEN send.hour_of_week ELSE coalesce(send.os, 0)
    END AS value
) AS cell
LEFT JOIN log.os ON levels[1] NOT IN ('campaign', 'hour') AND os.os = cell.value
CROSS JOIN unnest(levels) AS level
CROSS JOIN LATERAL projection.opens_level(
    level, to_day, send.day, cell.value, os.os_name, os.major, os.minor
) AS key
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
$$;
