-- Counts installations by status at each day's end, app and OS of the last permission event. Metrics: Reach, Privacy.
CREATE OR REPLACE FUNCTION projection.reach_daily(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    {reach_daily: # #type}
)
LANGUAGE sql STABLE
AS $$
WITH cell AS (
    SELECT
        reach.*,
        (metric.withheld(
            ((reach.status_counts).installations, ARRAY[ROW(reach.app, reach.day, reach.os_name)::text], minimum_cell)
        ) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM projection.reach(from_day, to_day, as_of) AS reach
    WINDOW places AS (
        ORDER BY reach.app, reach.day, reach.os_name COLLATE "C", reach.os_major, reach.os_minor
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    app.app_id,
    cell.day,
    nullif(cell.os_name, ''),
    CASE WHEN cell.os_name <> '' THEN coalesce(cell.os_major || '.' || cell.os_minor, metric.rest()) END,
    visible_row.*
FROM cell
INNER JOIN log.app ON app.app = cell.app
LEFT JOIN LATERAL (
    SELECT
        {statuses+reachable: (cell.status_counts).#},
        stats.published((cell.status_counts).reachable::numeric / nullif((cell.status_counts).reach_base, 0)),
        {moves+levels: (cell.status_counts).#}
    WHERE cell.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", cell.day, cell.os_name COLLATE "C", cell.os_major, cell.os_minor
$$;
