-- Returns installations by status at the end of each day for whole apps, and on the last day by OS version.
-- Metrics: Reach, Privacy. level: 'day'; 'version' and 'major' of the last day only. gained, lost: on that day.
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
    reach_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
WITH table_row AS (
    SELECT
        cell.*,
        app.app_id,
        row_number() OVER (
            ORDER BY cell.app, cell.day, cell.level COLLATE "C", cell.os_name COLLATE "C", cell.os_major, cell.os_minor
        ) AS place
    FROM (
        SELECT
            reach.*,
            max(reach.day) OVER (PARTITION BY reach.app) AS last_day
        FROM projection.reach(from_day, to_day, as_of, '{day,major,version}') AS reach
    ) AS cell
    INNER JOIN log.app ON app.app = cell.app
    WHERE cell.level = 'day' OR cell.day = cell.last_day
),

withheld_row AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg((table_row.status_counts).installations ORDER BY table_row.place),
        array_agg(
            metric.level_groups(table_row.level, table_row.app_id, table_row.os_name, table_row.os_major)
            ORDER BY table_row.place
        ),
        minimum_cell
    )) AS place
    FROM table_row
    WHERE minimum_cell > 0
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
        rate.*
    FROM stats.published_rate((table_row.status_counts).reachable, (table_row.status_counts).reach_base) AS rate
    WHERE table_row.place NOT IN (SELECT withheld_row.place FROM withheld_row)
) AS visible_row ON true
ORDER BY
    table_row.app_id COLLATE "C", table_row.day, table_row.level COLLATE "C", table_row.os_name COLLATE "C",
    table_row.os_major, table_row.os_minor
$$;
