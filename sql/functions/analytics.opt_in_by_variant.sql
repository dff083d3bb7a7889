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
WITH counted AS (
    SELECT
        app.app_id,
        arms.*,
        projection.is_small(arms.prompted, minimum_cell) AS is_small
    FROM projection.opt_in_arms(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS arms
    INNER JOIN log.app ON app.app = arms.app
),

grouped AS (
    SELECT
        counted.*,
        projection.is_withheld(counted.is_small, counted.prompted) OVER (
            PARTITION BY counted.app_id, counted.placement, counted.variant
            ORDER BY counted.is_small DESC, counted.prompted, counted.os_name COLLATE "C"
        ) AS is_withheld
    FROM counted
)

SELECT
    grouped.app_id,
    grouped.placement,
    grouped.variant,
    grouped.os_name,
    shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.prompted,
        grouped.granted + grouped.denied,
        grouped.granted,
        grouped.denied,
        grouped.undecided,
        grouped.open_window,
        rate.*
    FROM projection.published_rate(grouped.granted, grouped.prompted - grouped.open_window) AS rate
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY
    grouped.app_id COLLATE "C", grouped.placement COLLATE "C", grouped.variant COLLATE "C", grouped.os_name COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.opt_in_by_variant(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, placement and variant of the prompt (empty: it named none) and name of its system, for '
    'prompts from from_day to to_day.';
