-- Returns the sends of the week that ends with to_day (the horizon's day at the latest) whose first 24 hours are over,
-- and how many were opened directly in these, by app and level of the receiver at the time of the send
-- (projection.level_counts). The same for every from_day up to that day. Metrics: Opens, Privacy.
CREATE OR REPLACE FUNCTION analytics.opens_by_level(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opens_by_level: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH horizon AS MATERIALIZED (
    SELECT cutoff.as_of, metric.last_day(to_day, cutoff.as_of) AS last_day
    FROM (SELECT metric.cutoff(as_of) OFFSET 0) AS cutoff (as_of)
),

cell AS (
    SELECT
        app.app_id,
        coalesce(level_count.level, '') AS level,
        sum(level_count.people)::bigint AS people,
        sum(level_count.sent_24h)::bigint AS sent_24h,
        sum(level_count.opened_24h)::bigint AS opened_24h
    FROM horizon
    CROSS JOIN LATERAL projection.level_counts(horizon.last_day, horizon.as_of) AS level_count
    INNER JOIN log.app ON app.app = level_count.app
    -- A report of all days has no first day.
    WHERE coalesce(from_day <= horizon.last_day, true)
    GROUP BY 1, 2
),

table_row AS (
    SELECT
        cell.*,
        row_number() OVER places AS place,
        (metric.withheld((cell.people, ARRAY[cell.app_id], minimum_cell)) FILTER (WHERE minimum_cell > 0)
            OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (
        ORDER BY cell.app_id COLLATE "C", cell.level COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT table_row.app_id, nullif(table_row.level, ''), visible_row.*
FROM table_row
LEFT JOIN LATERAL (
    SELECT table_row.sent_24h, table_row.opened_24h, rate.*
    FROM stats.published_rate(table_row.opened_24h, table_row.sent_24h) AS rate
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY table_row.place
$$;
