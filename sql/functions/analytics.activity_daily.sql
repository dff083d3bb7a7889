-- Returns the rows of projection.activity_daily to analysts. Metrics: Opens, Privacy.
CREATE OR REPLACE FUNCTION analytics.activity_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {activity_daily: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT cell.* FROM projection.activity_daily(from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell) AS cell
$$;
