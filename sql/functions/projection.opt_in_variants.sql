-- The opt-in funnel by placement and variant of the prompt, each variant compared with its placement's control: the
-- variant named control, else the first with people asked in the order of the table. Metrics: Opt-in funnel, Uncertainty.
-- difference: the variant's grant rate less the control's, a fraction, with Newcombe's interval; p_adjusted: by Benjamini
-- and Hochberg over all comparisons of the app. Null for the control itself.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: rows of fewer people keep their keys alone, and where
-- that leaves one variant of a placement blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION projection.opt_in_variants(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    placement text,
    variant text,
    is_control boolean,
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    grant_rate numeric,
    grant_rate_low numeric,
    grant_rate_high numeric,
    difference numeric,
    difference_low numeric,
    difference_high numeric,
    p numeric,
    p_adjusted numeric
)
LANGUAGE sql STABLE
AS $$
WITH counted AS (
    SELECT
        app.app_id,
        arms.placement,
        arms.variant,
        sum(arms.prompted)::bigint AS prompted,
        projection.is_small(sum(arms.prompted)::bigint, minimum_cell) AS is_small,
        sum(arms.granted)::bigint AS granted,
        sum(arms.denied)::bigint AS denied,
        sum(arms.undecided)::bigint AS undecided,
        sum(arms.open_window)::bigint AS open_window,
        sum(arms.prompted - arms.open_window)::bigint AS settled
    FROM projection.opt_in_arms(from_day, to_day, known_by) AS arms
    INNER JOIN log.app ON app.app = arms.app
    GROUP BY app.app_id, arms.placement, arms.variant
),

shown AS (
    SELECT
        counted.*,
        projection.is_withheld(counted.is_small, counted.prompted) OVER (
            PARTITION BY counted.app_id, counted.placement
            ORDER BY counted.is_small DESC, counted.prompted, counted.variant COLLATE "C"
        ) AS is_withheld,
        row_number() OVER (
            PARTITION BY counted.app_id, counted.placement
            ORDER BY counted.variant <> 'control', counted.variant COLLATE "C"
        ) = 1 AS is_control
    FROM counted
),

compared AS (
    SELECT
        shown.*,
        newcombe.difference,
        newcombe.low,
        newcombe.high,
        analytics.two_proportion_p(shown.granted, shown.settled, control.granted, control.settled) AS p
    FROM shown
    LEFT JOIN shown AS control
        ON control.app_id = shown.app_id
        AND control.placement = shown.placement
        AND control.is_control
        AND NOT shown.is_control
        AND NOT control.is_withheld
        AND NOT shown.is_withheld
    LEFT JOIN LATERAL analytics.newcombe_difference(
        shown.granted, shown.settled, control.granted, control.settled
    ) AS newcombe ON true
),

adjusted AS MATERIALIZED (
    SELECT
        tested.app_id,
        tested.placements[given.place] AS placement,
        tested.variants[given.place] AS variant,
        given.p
    FROM (
        SELECT
            compared.app_id,
            array_agg(compared.placement ORDER BY compared.placement, compared.variant) AS placements,
            array_agg(compared.variant ORDER BY compared.placement, compared.variant) AS variants,
            array_agg(compared.p ORDER BY compared.placement, compared.variant) AS p_values
        FROM compared
        GROUP BY compared.app_id
    ) AS tested
    CROSS JOIN LATERAL unnest(analytics.benjamini_hochberg(tested.p_values)) WITH ORDINALITY AS given (p, place)
)

SELECT
    compared.app_id,
    compared.placement,
    compared.variant,
    compared.is_control,
    measure.*
FROM compared
INNER JOIN adjusted
    ON adjusted.app_id = compared.app_id
    AND adjusted.placement = compared.placement
    AND adjusted.variant = compared.variant
LEFT JOIN LATERAL (
    SELECT
        compared.prompted,
        compared.granted + compared.denied,
        compared.granted,
        compared.denied,
        compared.undecided,
        compared.open_window,
        rate.*,
        analytics.published(compared.difference),
        analytics.published(compared.low),
        analytics.published(compared.high),
        analytics.published(compared.p),
        analytics.published(adjusted.p)
    FROM projection.published_rate(compared.granted, compared.settled) AS rate
    WHERE NOT compared.is_withheld
) AS measure ON true
ORDER BY
    compared.app_id COLLATE "C", compared.placement COLLATE "C", NOT compared.is_control, compared.variant COLLATE "C"
$$;
COMMENT ON FUNCTION projection.opt_in_variants(date, date, timestamptz, integer) IS
    'The opt-in funnel by app, placement and variant, with the difference to the placement''s control.';
