-- Returns the opt-in funnel by app, day and OS version of the prompt. Metrics: Opt-in funnel, Privacy.
CREATE OR REPLACE FUNCTION analytics.opt_in_daily(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opt_in_daily: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT cell.app_id, cell.day, cell.os_name, cell.os_version, (cell.funnel).*
FROM projection.opt_in_days(from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell, 'version') AS cell
ORDER BY cell.place
$$;
