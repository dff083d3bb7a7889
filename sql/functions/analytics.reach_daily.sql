-- Installations by status at the end of each day, by app and OS version of their last event. Metrics: Reach, Privacy.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: rows of fewer installations keep
-- their keys alone, and where that leaves one row of an app, day and OS blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.reach_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    day date,
    os_name text,
    os_version text,
    authorized bigint,
    provisional bigint,
    ephemeral bigint,
    denied bigint,
    not_determined bigint,
    unknown bigint,
    reachable bigint,
    reach_rate numeric,
    gained bigint,
    lost bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH cell AS (
    SELECT reach.*
    FROM projection.reach(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS reach
),

grouped AS (
    SELECT
        cell.*,
        projection.is_withheld(cell.installations, minimum_cell) OVER (
            PARTITION BY cell.app, cell.day, cell.os_name ORDER BY cell.installations, cell.os_major, cell.os_minor
        ) AS is_withheld
    FROM cell
    WHERE minimum_cell > 0
    UNION ALL
    -- Without a minimum no row is withheld, and none is weighed.
    SELECT cell.*, false
    FROM cell
    WHERE (minimum_cell > 0) IS NOT TRUE
)

SELECT
    app.app_id,
    grouped.day,
    grouped.os_name,
    grouped.os_major || '.' || grouped.os_minor,
    shown.*
FROM grouped
INNER JOIN log.app ON app.app = grouped.app
LEFT JOIN LATERAL (
    SELECT
        grouped.authorized,
        grouped.provisional,
        grouped.ephemeral,
        grouped.denied,
        grouped.not_determined,
        grouped.unknown,
        grouped.reachable,
        analytics.published(grouped.reachable::numeric / nullif(grouped.reach_base, 0)),
        grouped.gained,
        grouped.lost
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    app.app_id COLLATE "C", grouped.day, grouped.os_name COLLATE "C", grouped.os_major, grouped.os_minor
$$;
COMMENT ON FUNCTION analytics.reach_daily(date, date, timestamptz, integer) IS
    'Installations by status at the end of each day by app and OS version of their last event.';
