-- Returns the grant rate by day of the prompt, pooled over the 7 days that end with it, by app and OS major. Metrics:
-- Opt-in funnel, Privacy. level: 'app' has a row for each day up to the horizon's, 'major' for each day in whose 7 days
-- someone was asked. minimum_cell, if not 0: numbers of fewer people are null, and prompted of every major; if just one
-- major of a day has no rate, the next smallest has none either.
CREATE OR REPLACE FUNCTION projection.opt_in_trend(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
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
WITH daily AS MATERIALIZED (
    SELECT cell.app_id, cell.os_name, cell.os_version, cell.day, (cell.funnel).*
    FROM projection.opt_in_table(from_day - 6, to_day, known_by, 0, '{day,os_major}') AS cell
),

-- Each day is in its own pool and in those of the 6 days after it. An app has a pool for every day, even an empty one.
cell AS (
    SELECT
        CASE grouping(counted.os_version) WHEN 0 THEN 'major' ELSE 'app' END AS level,
        counted.app_id,
        counted.os_name,
        counted.os_version,
        counted.pool AS day,
        coalesce(sum(counted.prompted) FILTER (WHERE counted.day = counted.pool), 0)::bigint AS prompted,
        sum(metric.settled(counted.decided, counted.undecided))::bigint AS settled,
        sum(counted.granted)::bigint AS granted,
        metric.is_withheld(sum(metric.settled(counted.decided, counted.undecided))::bigint, minimum_cell) OVER (
            PARTITION BY grouping(counted.os_version), counted.app_id, counted.pool
            ORDER BY sum(metric.settled(counted.decided, counted.undecided)), counted.os_name, counted.os_version::integer
        ) AS is_withheld
    FROM (
        SELECT daily.*, daily.day + later.days AS pool
        FROM daily
        CROSS JOIN generate_series(0, 6) AS later (days)
        UNION ALL
        SELECT seen.app_id, NULL, NULL, NULL, nobody.*, from_day + later.days
        FROM (SELECT DISTINCT daily.app_id FROM daily) AS seen
        CROSS JOIN metric.published_funnel(0, 0, 0, 0, 0) AS nobody
        CROSS JOIN generate_series(0, least(to_day, (SELECT stats.day(known_by))) - from_day) AS later (days)
    ) AS counted
    WHERE counted.pool BETWEEN from_day AND least(to_day, (SELECT stats.day(known_by)))
    GROUP BY GROUPING SETS (
        (counted.app_id, counted.pool), (counted.app_id, counted.os_name, counted.os_version, counted.pool)
    )
    HAVING grouping(counted.os_version) = 1 OR counted.os_version IS NOT NULL
)

SELECT
    cell.level,
    cell.app_id,
    cell.os_name,
    cell.os_version,
    cell.day,
    CASE
        WHEN minimum_cell = 0 OR (cell.level = 'app' AND NOT metric.is_small(cell.prompted, minimum_cell))
            THEN cell.prompted
    END,
    CASE WHEN NOT cell.is_withheld THEN cell.settled END,
    pooled_rate.rate,
    pooled_rate.low,
    pooled_rate.high,
    cell.day > (
        SELECT projection.last_settled_day(known_by, settings.conversion_window_seconds, settings.time_zone)
        FROM projection.settings
    )
FROM cell
LEFT JOIN LATERAL stats.published_rate(cell.granted, cell.settled) AS pooled_rate ON NOT cell.is_withheld
ORDER BY
    cell.app_id COLLATE "C", cell.level COLLATE "C", cell.os_name COLLATE "C", cell.os_version::integer DESC, cell.day
$$;
