-- Adds up counters of sends by app and any of several levels of projection.opens_levels. The same keys can have several rows.
-- Metrics: Opens.
CREATE OR REPLACE FUNCTION projection.opens_counts(from_day date, to_day date, as_of timestamptz, levels text[])
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
    {sends+people_of_day+opened_24h: # #type}
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
    counter.app,
    key.key_os_name,
    level,
    -- Adds double precision, which is exact below 2^53: sums of bigint are numeric, which is slow.
    {sends+people_of_day+opened_24h: sum(counter.#::double precision)::bigint}
FROM (SELECT CASE WHEN levels[1] IN ('campaign', 'hour') THEN levels[1] ELSE 'os' END) AS kind (dimension)
CROSS JOIN LATERAL projection.opens(from_day, to_day, as_of, kind.dimension) AS counter
LEFT JOIN log.os ON kind.dimension = 'os' AND os.os = counter.value
CROSS JOIN unnest(levels) AS level
CROSS JOIN LATERAL projection.opens_level(
    level, to_day, counter.day, counter.value, os.os_name, os.major, os.minor
) AS key
WHERE counter.sent > 0 OR 'version_of_day' = ANY (levels)
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
$$;
