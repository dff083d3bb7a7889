-- Provisional trials at every level: versions as published, majors and whole apps beside them. Metrics: Provisional.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer people keep their keys alone.
CREATE OR REPLACE FUNCTION projection.provisional_page(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    started bigint,
    kept_prominent bigint,
    kept_quiet bigint,
    kept_unspecified bigint,
    turned_off bigint,
    upgraded bigint,
    refused bigint,
    pending bigint,
    keep_rate numeric,
    keep_rate_low numeric,
    keep_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
WITH exact AS MATERIALIZED (
    SELECT version.*
    FROM analytics.provisional_by_os(from_day, to_day, known_by, 0) AS version
),

wider AS (
    SELECT
        CASE WHEN grouping(exact.os_name) = 1 THEN 'app' ELSE 'major' END AS level,
        exact.app_id,
        exact.os_name,
        split_part(exact.os_version, '.', 1) AS os_version,
        sum(exact.started)::bigint AS started,
        sum(exact.kept_prominent)::bigint AS kept_prominent,
        sum(exact.kept_quiet)::bigint AS kept_quiet,
        sum(exact.kept_unspecified)::bigint AS kept_unspecified,
        sum(exact.turned_off)::bigint AS turned_off,
        sum(exact.upgraded)::bigint AS upgraded,
        sum(exact.refused)::bigint AS refused,
        sum(exact.pending)::bigint AS pending
    FROM exact
    GROUP BY GROUPING SETS ((exact.app_id), (exact.app_id, exact.os_name, split_part(exact.os_version, '.', 1)))
)

SELECT 'version', exact.*
FROM exact
WHERE minimum_cell = 0
UNION ALL
SELECT 'version', version.*
FROM analytics.provisional_by_os(from_day, to_day, known_by, minimum_cell) AS version
WHERE minimum_cell > 0
UNION ALL
SELECT wider.level, wider.app_id, wider.os_name, wider.os_version, shown.*
FROM wider
LEFT JOIN LATERAL (
    SELECT
        wider.started,
        wider.kept_prominent,
        wider.kept_quiet,
        wider.kept_unspecified,
        wider.turned_off,
        wider.upgraded,
        wider.refused,
        wider.pending,
        rate.*
    FROM projection.published_rate(
        wider.kept_prominent + wider.kept_quiet + wider.kept_unspecified + wider.upgraded, wider.started - wider.pending
    ) AS rate
    WHERE NOT projection.is_small(wider.started, minimum_cell)
) AS shown ON true
$$;
COMMENT ON FUNCTION projection.provisional_page(date, date, timestamptz, integer) IS
    'Provisional trials by app, major and version: versions in the order of the table, then the others.';
