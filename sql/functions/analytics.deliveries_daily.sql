-- Counts deliveries of all apps by outcome and whole day of receipt (as_of limits the range). Metrics: Data quality.
CREATE OR REPLACE FUNCTION analytics.deliveries_daily(from_day date, to_day date, as_of timestamptz DEFAULT NULL)
RETURNS TABLE (
    day date,
    accepted bigint,
    duplicate bigint,
    rejected bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    cell.day,
    coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = 'accepted'), 0)::bigint,
    coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = 'duplicate'), 0)::bigint,
    coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = 'rejected'), 0)::bigint
FROM projection.delivery_cell AS cell
WHERE cell.day BETWEEN from_day AND to_day
    AND cell.day <= (SELECT stats.day(coalesce(as_of, analytics.horizon())))
GROUP BY cell.day
ORDER BY cell.day
$$;
COMMENT ON FUNCTION analytics.deliveries_daily(date, date, timestamptz) IS
    'Deliveries by day of receipt and outcome. Rejects that were released or discarded later still count as rejected.';
