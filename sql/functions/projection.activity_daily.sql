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
    SELECT known.*
    FROM projection.activity(from_day - 1, to_day, as_of) AS known
),

counted AS (
    SELECT
        activity.*,
        coalesce(opened.active, 0) AS active,
        coalesce(opened.openers, 0) AS openers,
        before.reachable AS reachable_before,
        row_number() OVER (ORDER BY activity.app, activity.day) AS place
    FROM activity
    LEFT JOIN (
        SELECT opens.app, opens.day, sum(opens.active)::bigint AS active, sum(opens.openers)::bigint AS openers
        FROM projection.opens(from_day, to_day, as_of, 'os') AS opens
        GROUP BY opens.app, opens.day
    ) AS opened ON opened.app = activity.app AND opened.day = activity.day
    LEFT JOIN activity AS before ON before.app = activity.app AND before.day = activity.day - 1
    WHERE activity.active_28d > 0 AND activity.day >= from_day
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(counted.active_28d ORDER BY counted.place),
        array_agg(ARRAY[counted.app::text] ORDER BY counted.place),
        minimum_cell
    )) AS place
    FROM counted
    WHERE minimum_cell > 0
)

SELECT
    app.app_id,
    counted.day,
    shown.active,
    shown.openers,
    stats.published(shown.openers::numeric / nullif(shown.reachable_before, 0)),
    {activity_28d: shown.#},
    stats.published(shown.reachable_28d::numeric / shown.active_28d)
FROM counted
INNER JOIN log.app ON app.app = counted.app
LEFT JOIN LATERAL (SELECT counted.* WHERE counted.place NOT IN (SELECT withheld.place FROM withheld)) AS shown ON true
ORDER BY app.app_id COLLATE "C", counted.day
$$;
