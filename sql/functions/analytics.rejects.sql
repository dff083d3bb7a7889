-- Counts deliveries rejected in a range of days of receipt, by reason. Metrics: Data quality.
CREATE OR REPLACE FUNCTION analytics.rejects(from_day date, to_day date, as_of timestamptz DEFAULT NULL)
RETURNS TABLE (
    {rejects: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT cell.reason::text COLLATE "C", sum(cell.deliveries)::bigint
FROM projection.delivery_cell AS cell
WHERE cell.outcome = 'rejected'
    AND cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, metric.cutoff(as_of)))
GROUP BY cell.reason
ORDER BY cell.reason::text COLLATE "C"
$$;
