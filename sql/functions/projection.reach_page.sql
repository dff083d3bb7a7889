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
        metric.is_withheld((cell.standing).installations, minimum_cell) OVER (
            PARTITION BY
                cell.level, cell.app, cell.day, cell.os_name, CASE cell.level WHEN 'major' THEN cell.os_major END
            ORDER BY (cell.standing).installations, cell.os_major, cell.os_minor
        ) AS is_withheld
    FROM (
        SELECT
            reach.*,
            CASE WHEN reach.os_name IS NULL THEN 'day' WHEN reach.os_minor IS NULL THEN 'major' ELSE 'version' END
                AS level,
            max(reach.day) OVER (PARTITION BY reach.app) AS last_day
        FROM projection.reach(from_day, to_day, as_of, '{day,major,version}') AS reach
    ) AS cell
    INNER JOIN log.app ON app.app = cell.app
    WHERE cell.level = 'day' OR cell.day = cell.last_day
)

SELECT
    grouped.level,
    grouped.app_id,
    grouped.day,
    grouped.os_name,
    grouped.os_major || coalesce('.' || grouped.os_minor, ''),
    shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.standing,
        rate.*
    FROM stats.published_rate((grouped.standing).reachable, (grouped.standing).reach_base) AS rate
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    grouped.app_id COLLATE "C", grouped.day, grouped.level COLLATE "C", grouped.os_name COLLATE "C",
    grouped.os_major, grouped.os_minor
$$;
