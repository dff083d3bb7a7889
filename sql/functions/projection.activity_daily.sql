-- Returns by app and day the active installations and the openers, on the day and in the 28 days ending with it, and
-- the share of those active that is reachable. Base of a row, for minimum_cell: active_28d. Metrics: Opens, Privacy.
CREATE OR REPLACE FUNCTION projection.activity_daily(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    {activity_daily: # #type}
)
LANGUAGE sql STABLE
AS $$
WITH activity AS MATERIALIZED (
    SELECT activity.*
    FROM projection.activity(from_day - 1, to_day, as_of) AS activity
),

table_row AS (
    SELECT
        activity.*,
        coalesce(people.active, 0) AS active,
        coalesce(people.openers, 0) AS openers,
        day_before.reachable AS reachable_before,
        (metric.withheld((activity.active_28d, ARRAY[activity.app::text], minimum_cell))
            FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM activity
    LEFT JOIN (
        SELECT opens.app, opens.day, sum(opens.active)::bigint AS active, sum(opens.openers)::bigint AS openers
        FROM projection.opens(from_day, to_day, as_of, 'os') AS opens
        GROUP BY opens.app, opens.day
    ) AS people ON people.app = activity.app AND people.day = activity.day
    LEFT JOIN activity AS day_before ON day_before.app = activity.app AND day_before.day = activity.day - 1
    WHERE activity.active_28d > 0 AND activity.day >= from_day
    WINDOW places AS (
        ORDER BY activity.app, activity.day
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    app.app_id,
    table_row.day,
    visible_row.active,
    visible_row.openers,
    stats.published(visible_row.openers::numeric / nullif(visible_row.reachable_before, 0)),
    {activity_28d: visible_row.#},
    stats.published(visible_row.reachable_28d::numeric / visible_row.active_28d)
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.*
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", table_row.day
$$;
