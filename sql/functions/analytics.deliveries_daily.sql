-- Counts deliveries of all apps by outcome and whole day of receipt (as_of limits the range). Metrics: Data quality.
CREATE OR REPLACE FUNCTION analytics.deliveries_daily(from_day date, to_day date, as_of timestamptz DEFAULT NULL)
RETURNS TABLE (
    {deliveries_daily: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    cell.day,
    {deliveries: coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = '#'), 0)::bigint}
FROM projection.delivery_cell AS cell
WHERE cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, metric.cutoff(as_of)))
GROUP BY cell.day
ORDER BY cell.day
$$;
