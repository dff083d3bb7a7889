-- Win-back at every level: versions as published, majors and whole apps beside them. Metrics: Win-back.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer people keep their keys alone.
CREATE OR REPLACE FUNCTION projection.win_back_page(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    asked bigint,
    went bigint,
    returned bigint,
    return_rate numeric,
    return_rate_low numeric,
    return_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
WITH exact AS MATERIALIZED (
    SELECT version.*
    FROM analytics.win_back_by_os(from_day, to_day, known_by, 0) AS version
),

wider AS (
    SELECT
        CASE WHEN grouping(exact.os_name) = 1 THEN 'app' ELSE 'major' END AS level,
        exact.app_id,
        exact.os_name,
        split_part(exact.os_version, '.', 1) AS os_version,
        sum(exact.asked)::bigint AS asked,
        sum(exact.went)::bigint AS went,
        sum(exact.returned)::bigint AS returned
    FROM exact
    GROUP BY GROUPING SETS ((exact.app_id), (exact.app_id, exact.os_name, split_part(exact.os_version, '.', 1)))
)

SELECT 'version', exact.*
FROM exact
WHERE minimum_cell = 0
UNION ALL
SELECT 'version', version.*
FROM analytics.win_back_by_os(from_day, to_day, known_by, minimum_cell) AS version
WHERE minimum_cell > 0
UNION ALL
SELECT wider.level, wider.app_id, wider.os_name, wider.os_version, shown.*
FROM wider
LEFT JOIN LATERAL (
    SELECT wider.asked, wider.went, wider.returned, rate.*
    FROM projection.published_rate(wider.returned, wider.asked) AS rate
    WHERE NOT projection.is_small(wider.asked, minimum_cell)
) AS shown ON true
$$;
COMMENT ON FUNCTION projection.win_back_page(date, date, timestamptz, integer) IS
    'Win-back by app, major and version: versions in the order of the table, then the others.';
