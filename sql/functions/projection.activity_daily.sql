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
        row_number() OVER (ORDER BY activity.app, activity.day) AS place
    FROM activity
    LEFT JOIN (
        SELECT opens.app, opens.day, sum(opens.active)::bigint AS active, sum(opens.openers)::bigint AS openers
        FROM projection.opens(from_day, to_day, as_of, 'os') AS opens
        GROUP BY opens.app, opens.day
    ) AS people ON people.app = activity.app AND people.day = activity.day
    LEFT JOIN activity AS day_before ON day_before.app = activity.app AND day_before.day = activity.day - 1
    WHERE activity.active_28d > 0 AND activity.day >= from_day
),

withheld_row AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(table_row.active_28d ORDER BY table_row.place),
        array_agg(ARRAY[table_row.app::text] ORDER BY table_row.place),
        minimum_cell
    )) AS place
    FROM table_row
    WHERE minimum_cell > 0
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
    WHERE table_row.place NOT IN (SELECT withheld_row.place FROM withheld_row)
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", table_row.day
$$;
