-- The opt-in funnel by app, placement and variant of the prompt and name of its system. Metrics: Opt-in funnel, Privacy.
CREATE OR REPLACE FUNCTION analytics.opt_in_by_variant(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    placement text,
    variant text,
    os_name text,
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
SELECT cell.app_id, cell.placement, cell.variant, cell.os_name, (cell.funnel).*
FROM projection.opt_in_table(
    from_day, to_day, (SELECT coalesce(as_of, analytics.horizon())), minimum_cell, '{placement,variant,os_name}'
) AS cell
ORDER BY cell.place
$$;
COMMENT ON FUNCTION analytics.opt_in_by_variant(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, placement and variant of the prompt and name of its system.';
