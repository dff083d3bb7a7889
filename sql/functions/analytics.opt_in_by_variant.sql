-- The opt-in funnel by app, placement and variant of the prompt and name of its system over a range of days of the prompt.
-- Metrics: Opt-in funnel, Privacy. from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell:
-- rows of fewer people keep their keys alone, and where that leaves one row of an app, placement and variant blank, so does
-- the smallest of the others.
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
SELECT cell.app_id, cell.placement, cell.variant, cell.os_name, funnel.*
FROM (
    SELECT
        funnels.*,
        projection.is_withheld(funnels.prompted, minimum_cell) OVER (
            PARTITION BY funnels.app_id, funnels.placement, funnels.variant
            ORDER BY funnels.prompted, funnels.os_name COLLATE "C"
        ) AS is_withheld
    FROM projection.opt_in_funnels(
        from_day, to_day, (SELECT coalesce(as_of, analytics.horizon())), '{placement,variant,os_name}'
    ) AS funnels
) AS cell
LEFT JOIN LATERAL projection.published_funnel(
    cell.prompted, cell.granted, cell.denied, cell.undecided, cell.open_window
) AS funnel ON NOT cell.is_withheld
ORDER BY cell.app_id COLLATE "C", cell.placement COLLATE "C", cell.variant COLLATE "C", cell.os_name COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.opt_in_by_variant(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, placement and variant of the prompt and name of its system.';
