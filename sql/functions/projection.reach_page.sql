-- Installations by status at the end of each day, for whole apps, and on the last day by OS version. Metrics: Reach.
-- level: 'day', or 'version' and 'major', which are of the last day. gained, lost: of the day.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer installations keep their keys alone, and if that
-- leaves one version of an app and OS blank, so does the smallest of the others.
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
WITH cell AS MATERIALIZED (
    SELECT reach.*, max(reach.day) OVER (PARTITION BY reach.app) AS last_day
    FROM projection.reach(from_day, to_day, known_by) AS reach
),

levelled AS (
    SELECT 'day' AS level, NULL AS version_of, NULL AS version, cell.*
    FROM cell
    UNION ALL
    SELECT wider.level, cell.os_name AS version_of, wider.version, cell.*
    FROM cell
    CROSS JOIN LATERAL (
        VALUES ('major', cell.os_major::text), ('version', cell.os_major || '.' || cell.os_minor)
    ) AS wider (level, version)
    WHERE cell.day = cell.last_day
),

counted AS (
    SELECT
        levelled.level,
        app.app_id,
        levelled.day,
        levelled.version_of AS os_name,
        levelled.version AS os_version,
        sum(levelled.installations)::bigint AS installations,
        sum(levelled.authorized)::bigint AS authorized,
        sum(levelled.provisional)::bigint AS provisional,
        sum(levelled.ephemeral)::bigint AS ephemeral,
        sum(levelled.denied)::bigint AS denied,
        sum(levelled.not_determined)::bigint AS not_determined,
        sum(levelled.unknown)::bigint AS unknown,
        sum(levelled.reachable)::bigint AS reachable,
        sum(levelled.gained)::bigint AS gained,
        sum(levelled.lost)::bigint AS lost,
        sum(levelled.reach_base)::bigint AS reach_base
    FROM levelled
    INNER JOIN log.app ON app.app = levelled.app
    GROUP BY levelled.level, app.app_id, levelled.day, levelled.version_of, levelled.version
),

grouped AS (
    SELECT
        counted.*,
        projection.is_withheld(counted.installations, minimum_cell) OVER (
            PARTITION BY
                counted.level, counted.app_id, counted.day, counted.os_name,
                CASE counted.level WHEN 'major' THEN counted.os_version END
            ORDER BY counted.installations, string_to_array(counted.os_version, '.')::integer[]
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
    FROM projection.published_rate(grouped.reachable, grouped.reach_base) AS rate
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    grouped.app_id COLLATE "C", grouped.day, grouped.level COLLATE "C", grouped.os_name COLLATE "C",
    string_to_array(grouped.os_version, '.')::integer[]
$$;
