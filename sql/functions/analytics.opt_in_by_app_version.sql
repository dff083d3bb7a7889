-- The opt-in funnel by app and app version of the prompt. Metrics: Opt-in funnel, Privacy.
CREATE OR REPLACE FUNCTION analytics.opt_in_by_app_version(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    app_version text,
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    grant_rate numeric,
    grant_rate_low numeric,
    grant_rate_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT cell.app_id, cell.app_version, (cell.funnel).*
FROM projection.opt_in_table(
    from_day, to_day, (SELECT coalesce(as_of, analytics.horizon())), minimum_cell, '{app_version}'
) AS cell
ORDER BY cell.place
$$;
COMMENT ON FUNCTION analytics.opt_in_by_app_version(date, date, timestamptz, integer) IS
    'The opt-in funnel by app and app version of the prompt.';
