-- Installations by status at the end of each day, for whole apps, and on the last day by OS version. Metrics: Reach.
-- level: 'day', or 'version' and 'major', which are of the last day. gained, lost: of the day.
CREATE OR REPLACE FUNCTION projection.reach_page(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    level text,
    app_id text,
    day date,
    os_name text,
    os_version text,
    installations bigint,
    authorized bigint,
    provisional bigint,
    ephemeral bigint,
    denied bigint,
    not_determined bigint,
    unknown bigint,
    reachable bigint,
    gained bigint,
    lost bigint,
    reach_base bigint,
    reach_rate numeric,
    reach_rate_low numeric,
    reach_rate_high numeric
)
LANGUAGE sql STABLE
AS $$
WITH counted AS (
    SELECT
        place.level,
        app.app_id,
        cell.day,
        place.os_name,
        place.os_version,
        sum(cell.installations)::bigint AS installations,
        sum(cell.authorized)::bigint AS authorized,
        sum(cell.provisional)::bigint AS provisional,
        sum(cell.ephemeral)::bigint AS ephemeral,
        sum(cell.denied)::bigint AS denied,
        sum(cell.not_determined)::bigint AS not_determined,
        sum(cell.unknown)::bigint AS unknown,
        sum(cell.reachable)::bigint AS reachable,
        sum(cell.gained)::bigint AS gained,
        sum(cell.lost)::bigint AS lost,
        sum(cell.reach_base)::bigint AS reach_base
    FROM (
        SELECT reach.*, max(reach.day) OVER (PARTITION BY reach.app) AS last_day
        FROM projection.reach(from_day, to_day, known_by) AS reach
    ) AS cell
    INNER JOIN log.app ON app.app = cell.app
    CROSS JOIN LATERAL (
        VALUES
            ('day', NULL, NULL),
            ('major', cell.os_name, cell.os_major::text),
            ('version', cell.os_name, cell.os_major || '.' || cell.os_minor)
    ) AS place (level, os_name, os_version)
    WHERE place.level = 'day' OR cell.day = cell.last_day
    GROUP BY 1, 2, 3, 4, 5
),

grouped AS (
    SELECT
        counted.*,
        metric.is_withheld(counted.installations, minimum_cell) OVER (
            PARTITION BY
                counted.level, counted.app_id, counted.day, counted.os_name,
                CASE counted.level WHEN 'major' THEN counted.os_version END
            ORDER BY counted.installations, stats.version_numbers(counted.os_version)
        ) AS is_withheld
    FROM counted
)

SELECT grouped.level, grouped.app_id, grouped.day, grouped.os_name, grouped.os_version, shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.installations,
        grouped.authorized,
        grouped.provisional,
        grouped.ephemeral,
        grouped.denied,
        grouped.not_determined,
        grouped.unknown,
        grouped.reachable,
        grouped.gained,
        grouped.lost,
        grouped.reach_base,
        rate.*
    FROM stats.published_rate(grouped.reachable, grouped.reach_base) AS rate
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    grouped.app_id COLLATE "C", grouped.day, grouped.level COLLATE "C", grouped.os_name COLLATE "C",
    stats.version_numbers(grouped.os_version)
$$;
