-- Returns sends of a range of days, and how many were opened directly, by app, weekday (1 is Monday) and hour of the
-- send by the receiver's clock (projection.notifications_of). Metrics: Opens, Privacy.
CREATE OR REPLACE FUNCTION analytics.opens_by_hour(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opens_by_hour: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    cell.app_id,
    cell.weekday,
    cell.hour,
    {sent+direct_opens+direct_open_rate: (cell.opens).#}
FROM projection.opens_levels(
    from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell, '{hour}'
) AS cell
ORDER BY cell.app_id COLLATE "C", cell.weekday, cell.hour
$$;
