-- Returns installations by status at the end of each day for whole apps, and on the last day by OS version.
-- Metrics: Reach, Privacy. level: 'day'; 'version' and 'major' of the last day only. gained, lost: on that day.
-- at_once_rate: level_prominent of the base of the reach rate.
CREATE OR REPLACE FUNCTION projection.reach_page(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    day date,
    os_name text,
    os_version text,
    status_counts projection.status_counts,
    reach_rate numeric,
    reach_rate_low numeric,
    reach_rate_high numeric,
    at_once_rate numeric,
    at_once_rate_low numeric,
    at_once_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
WITH table_row AS (
    SELECT
        cell.*,
        app.app_id,
        (metric.withheld((
            (cell.status_counts).installations,
            metric.level_groups(cell.level, app.app_id, cell.os_name, cell.os_major),
            minimum_cell
        )) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM (
        SELECT
            reach.*,
            max(reach.day) OVER (PARTITION BY reach.app) AS last_day
        FROM projection.reach(from_day, to_day, as_of, '{day,major,version}') AS reach
    ) AS cell
    INNER JOIN log.app ON app.app = cell.app
    WHERE cell.level = 'day' OR cell.day = cell.last_day
    WINDOW places AS (
        ORDER BY cell.app, cell.day, cell.level COLLATE "C", cell.os_name COLLATE "C", cell.os_major, cell.os_minor
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    table_row.level,
    table_row.app_id,
    table_row.day,
    nullif(table_row.os_name, ''),
    CASE
        WHEN table_row.level <> 'day' AND table_row.os_name <> ''
            THEN coalesce(table_row.os_major || coalesce('.' || table_row.os_minor, ''), metric.rest())
    END,
    visible_row.*
FROM table_row
LEFT JOIN LATERAL (
    SELECT
        table_row.status_counts,
        rate.*,
        at_once.*
    FROM stats.published_rate((table_row.status_counts).reachable, (table_row.status_counts).reach_base) AS rate
    CROSS JOIN LATERAL stats.published_rate(
        (table_row.status_counts).level_prominent, (table_row.status_counts).reach_base
    ) AS at_once
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY
    table_row.app_id COLLATE "C", table_row.day, table_row.level COLLATE "C", table_row.os_name COLLATE "C",
    table_row.os_major, table_row.os_minor
$$;
