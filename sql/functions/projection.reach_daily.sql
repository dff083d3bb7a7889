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
        row_number() OVER (
            ORDER BY reach.app, reach.day, reach.os_name COLLATE "C", reach.os_major, reach.os_minor
        ) AS place
    FROM projection.reach(from_day, to_day, as_of) AS reach
),

withheld_row AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg((cell.status_counts).installations ORDER BY cell.place),
        array_agg(ARRAY[ROW(cell.app, cell.day, cell.os_name)::text] ORDER BY cell.place),
        minimum_cell
    )) AS place
    FROM cell
    WHERE minimum_cell > 0
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
        {moves: (cell.status_counts).#}
    WHERE cell.place NOT IN (SELECT withheld_row.place FROM withheld_row)
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", cell.day, cell.os_name COLLATE "C", cell.os_major, cell.os_minor
$$;
