-- Returns the rows of projection.turn_offs_daily to analysts. Metrics: Turn-offs, Privacy.
CREATE OR REPLACE FUNCTION analytics.turn_offs_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {turn_offs_daily: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT cell.* FROM projection.turn_offs_daily(from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell) AS cell
$$;
