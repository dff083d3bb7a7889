-- Counts installations by status at each day's end, app and OS of the last permission event. Metrics: Reach, Privacy.
CREATE OR REPLACE FUNCTION analytics.reach_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {reach_daily: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH cell AS (
    SELECT
        reach.*,
        row_number() OVER (
            ORDER BY reach.app, reach.day, reach.os_name COLLATE "C", reach.os_major, reach.os_minor
        ) AS place
    FROM projection.reach(from_day, to_day, (SELECT metric.cutoff(as_of))) AS reach
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg((cell.standing).installations ORDER BY cell.place),
        array_agg(ARRAY[ROW(cell.app, cell.day, cell.os_name)::text] ORDER BY cell.place),
        minimum_cell
    )) AS place
    FROM cell
    WHERE minimum_cell > 0
)

SELECT
    app.app_id,
    cell.day,
    cell.os_name,
    coalesce(cell.os_major || '.' || cell.os_minor, metric.rest()),
    shown.*
FROM cell
INNER JOIN log.app ON app.app = cell.app
LEFT JOIN LATERAL (
    SELECT
        {statuses+reachable: (cell.standing).#},
        stats.published((cell.standing).reachable::numeric / nullif((cell.standing).reach_base, 0)),
        {moves: (cell.standing).#}
    WHERE cell.place NOT IN (SELECT withheld.place FROM withheld)
) AS shown ON true
ORDER BY app.app_id COLLATE "C", cell.day, cell.os_name COLLATE "C", cell.os_major, cell.os_minor
$$;
COMMENT ON FUNCTION analytics.reach_daily(date, date, timestamptz, integer) IS
    'Installations by status at the end of each day, by app and OS version of their last permission event.';
