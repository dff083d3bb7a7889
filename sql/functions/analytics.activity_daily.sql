-- Living installations by app and day, and how many of them can be reached. Metrics: Opens, Privacy.
-- minimum_cell: rows of fewer people (active_28d) have no numbers, and if that leaves one row of an app blank, neither has
-- the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.activity_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    day date,
    active bigint,
    openers bigint,
    opener_rate numeric,
    active_28d bigint,
    openers_28d bigint,
    reachable_28d bigint,
    reach_rate_28d numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH activity AS MATERIALIZED (
    SELECT known.*
    FROM projection.activity(from_day - 1, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS known
),

opened AS (
    SELECT opens.app, opens.day, sum(opens.active)::bigint AS active, sum(opens.openers)::bigint AS openers
    FROM projection.opens(from_day, to_day, coalesce(as_of, analytics.horizon()), 'os') AS opens
    WHERE opens.openers > 0 OR opens.active > 0
    GROUP BY opens.app, opens.day
),

cell AS (
    SELECT
        app.app_id,
        activity.day,
        coalesce(opened.active, 0) AS active,
        coalesce(opened.openers, 0) AS openers,
        before.reachable AS reachable_before,
        activity.active_28d,
        activity.openers_28d,
        activity.reachable_28d
    FROM activity
    INNER JOIN log.app ON app.app = activity.app
    LEFT JOIN opened ON opened.app = activity.app AND opened.day = activity.day
    LEFT JOIN activity AS before ON before.app = activity.app AND before.day = activity.day - 1
    WHERE activity.active_28d > 0 AND activity.day >= from_day
),

grouped AS (
    SELECT
        cell.*,
        metric.is_withheld(cell.active_28d, minimum_cell) OVER (
            PARTITION BY cell.app_id ORDER BY cell.active_28d, cell.day
        ) AS is_withheld
    FROM cell
)

SELECT
    grouped.app_id,
    grouped.day,
    shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.active,
        grouped.openers,
        stats.published(grouped.openers::numeric / nullif(grouped.reachable_before, 0)),
        grouped.active_28d,
        grouped.openers_28d,
        grouped.reachable_28d,
        stats.published(grouped.reachable_28d::numeric / grouped.active_28d)
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY grouped.app_id COLLATE "C", grouped.day
$$;
COMMENT ON FUNCTION analytics.activity_daily(date, date, timestamptz, integer) IS
    'Active installations and openers of the day and of the 28 days that end with it, and the reach among them, by app.';
