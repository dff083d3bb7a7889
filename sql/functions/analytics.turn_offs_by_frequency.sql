-- Returns how many people turned notifications off, and how many opened one, in the 28 days that end with to_day, by app
-- and the number of sends in the 28 days before these. Sends of the days themselves would be fewer for people who turned
-- notifications off in them. Metrics: Turn-offs, Privacy. from_day: has no effect; to_day: at most the horizon's day.
CREATE OR REPLACE FUNCTION analytics.turn_offs_by_frequency(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {turn_offs_by_frequency: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH cell AS (
    SELECT frequency.*
    FROM projection.turn_offs_by_frequency(
        (SELECT metric.last_day(to_day, metric.cutoff(as_of))), (SELECT metric.cutoff(as_of))
    ) AS frequency
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld((cell.people, ARRAY[cell.app::text], minimum_cell)) FILTER (WHERE minimum_cell > 0)
            OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (ORDER BY cell.app, cell.class ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)

SELECT
    app.app_id,
    ('{0,1-2,3-4,5-8,9-16,17-32,33+}'::text[])[table_row.class + 1],
    visible_row.*
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.people, table_row.turned_off, turned_off_rate.*, table_row.openers, opener_rate.*
    FROM stats.published_rate(table_row.turned_off, table_row.people) AS turned_off_rate
    CROSS JOIN stats.published_rate(table_row.openers, table_row.people) AS opener_rate
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", table_row.class
$$;
