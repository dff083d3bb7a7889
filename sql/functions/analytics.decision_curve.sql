-- Returns by app the share of prompted people who decided in less than `seconds`. Metrics: Opt-in funnel, Privacy.
CREATE OR REPLACE FUNCTION analytics.decision_curve(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {decision_curve: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    curve.app_id,
    curve.seconds,
    numbers.*
FROM projection.decision_curve(from_day, to_day, (SELECT metric.cutoff(as_of))) AS curve
LEFT JOIN LATERAL (
    SELECT
        curve.prompted,
        curve.decided,
        curve.granted,
        curve.decided - curve.granted,
        decided_rate.*,
        granted_rate.*,
        denied_rate.*
    FROM stats.published_rate(curve.decided, curve.prompted) AS decided_rate
    CROSS JOIN stats.published_rate(curve.granted, curve.prompted) AS granted_rate
    CROSS JOIN stats.published_rate(curve.decided - curve.granted, curve.prompted) AS denied_rate
    WHERE NOT metric.is_small(curve.prompted, minimum_cell)
) AS numbers ON true
ORDER BY curve.app_id COLLATE "C", curve.seconds
$$;
