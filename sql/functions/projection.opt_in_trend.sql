-- Returns the grant rate by day of the prompt, pooled over the 7 days that end with it, by app and OS major. Metrics:
-- Opt-in funnel, Privacy. level: 'app' has a row for each day up to the horizon's, 'major' for each day in whose 7 days
-- someone was asked. minimum_cell, if not 0: numbers of fewer people are null, and prompted of every major; if just one
-- major of a day has no rate, the next smallest has none either.
CREATE OR REPLACE FUNCTION projection.opt_in_trend(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    os_name text,
    os_version text,
    day date,
    prompted bigint,
    pooled_base bigint,
    pooled_rate numeric,
    pooled_rate_low numeric,
    pooled_rate_high numeric,
    is_open boolean
)
LANGUAGE sql STABLE
AS $$
WITH day_cell AS MATERIALIZED (
    SELECT cell.app_id, cell.os_name, cell.os_version, cell.day, (cell.funnel).*
    FROM projection.opt_in_days(from_day - 6, to_day, as_of, 0, 'major') AS cell
),

-- Each day is in its own pool and in those of the 6 days after it. An app has a pool for every day, even an empty one.
cell AS (
    SELECT
        CASE grouping(pool_day.os_version) WHEN 0 THEN 'major' ELSE 'app' END AS level,
        pool_day.app_id,
        pool_day.os_name,
        pool_day.os_version,
        pool_day.pool AS day,
        coalesce(sum(pool_day.prompted) FILTER (WHERE pool_day.day = pool_day.pool), 0)::bigint AS prompted,
        sum(metric.settled(pool_day.decided, pool_day.undecided))::bigint AS settled,
        sum(pool_day.granted)::bigint AS granted
    FROM (
        SELECT day_cell.*, day_cell.day + shift.days AS pool
        FROM day_cell
        CROSS JOIN generate_series(0, 6) AS shift (days)
        UNION ALL
        SELECT app.app_id, NULL, NULL, NULL, empty_funnel.*, from_day + shift.days
        FROM (SELECT DISTINCT day_cell.app_id FROM day_cell) AS app
        CROSS JOIN metric.published_funnel({funnel counts: 0}) AS empty_funnel
        CROSS JOIN generate_series(0, (SELECT metric.last_day(to_day, as_of)) - from_day) AS shift (days)
    ) AS pool_day
    WHERE pool_day.pool BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
    GROUP BY GROUPING SETS (
        (pool_day.app_id, pool_day.pool), (pool_day.app_id, pool_day.os_name, pool_day.os_version, pool_day.pool)
    )
    HAVING grouping(pool_day.os_version) = 1 OR pool_day.os_version IS NOT NULL
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld((cell.settled, ARRAY[ROW(cell.level, cell.app_id, cell.day)::text], minimum_cell))
            FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld,
        -- Of the people asked there is only one number per app and day, and their sum is on the page.
        (metric.withheld((cell.prompted, ARRAY[cell.app_id::text], minimum_cell))
            FILTER (WHERE minimum_cell > 0) OVER days_of_app)[row_number() OVER days_of_app] AS is_count_withheld
    FROM cell
    WINDOW
        places AS (
            ORDER BY cell.app_id, cell.day, cell.os_name COLLATE "C", stats.version_numbers(cell.os_version)
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        ),
        days_of_app AS (
            PARTITION BY cell.level ORDER BY cell.app_id, cell.day
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        )
)

SELECT
    table_row.level,
    table_row.app_id,
    table_row.os_name,
    table_row.os_version,
    table_row.day,
    CASE
        WHEN minimum_cell = 0
            OR (table_row.level = 'app' AND table_row.is_count_withheld IS NOT TRUE)
            THEN table_row.prompted
    END,
    CASE WHEN visibility.is_shown THEN table_row.settled END,
    pooled_rate.rate,
    pooled_rate.low,
    pooled_rate.high,
    table_row.day > (
        SELECT projection.last_settled_day(as_of, settings.conversion_window_seconds, settings.time_zone)
        FROM projection.settings
    )
FROM table_row
CROSS JOIN LATERAL (SELECT table_row.is_withheld IS NOT TRUE) AS visibility (is_shown)
LEFT JOIN LATERAL stats.published_rate(table_row.granted, table_row.settled) AS pooled_rate ON visibility.is_shown
ORDER BY
    table_row.app_id COLLATE "C", table_row.level COLLATE "C", table_row.os_name COLLATE "C",
    stats.version_numbers(table_row.os_version) DESC NULLS LAST, table_row.day
$$;
