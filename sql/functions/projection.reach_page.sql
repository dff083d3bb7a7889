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
    standing projection.standing,
    reach_rate numeric,
    reach_rate_low numeric,
    reach_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
WITH grouped AS (
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

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg((grouped.standing).installations ORDER BY grouped.place),
        array_agg(
            metric.level_groups(grouped.level, grouped.app_id, grouped.os_name, grouped.os_major)
            ORDER BY grouped.place
        ),
        minimum_cell
    )) AS place
    FROM grouped
    WHERE minimum_cell > 0
)

SELECT
    grouped.level,
    grouped.app_id,
    grouped.day,
    grouped.os_name,
    CASE
        WHEN grouped.level <> 'day'
            THEN coalesce(grouped.os_major || coalesce('.' || grouped.os_minor, ''), metric.rest())
    END,
    shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.standing,
        rate.*
    FROM stats.published_rate((grouped.standing).reachable, (grouped.standing).reach_base) AS rate
    WHERE grouped.place NOT IN (SELECT withheld.place FROM withheld)
) AS shown ON true
ORDER BY
    grouped.app_id COLLATE "C", grouped.day, grouped.level COLLATE "C", grouped.os_name COLLATE "C",
    grouped.os_major, grouped.os_minor
$$;
