-- The opt-in funnel by placement and variant of the prompt, each variant compared with its placement's control: the
-- variant named control, else the first with people asked in the order of the table. Metrics: Opt-in funnel, Uncertainty.
-- difference: the variant's grant rate less the control's, a fraction, with Newcombe's interval; p_adjusted: by Benjamini
-- and Hochberg over all comparisons of the app. Null for the control itself.
CREATE OR REPLACE FUNCTION projection.opt_in_variants(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    placement text,
    variant text,
    is_control boolean,
    funnel projection.funnel,
    difference numeric,
    difference_low numeric,
    difference_high numeric,
    p numeric,
    p_adjusted numeric
)
LANGUAGE sql STABLE
AS $$
-- Withheld rows have no numbers to compare.
WITH shown AS (
    SELECT
        cell.*,
        row_number() OVER (
            PARTITION BY cell.app_id, cell.placement ORDER BY cell.variant <> 'control', cell.place
        ) = 1 AS is_control,
        metric.settled((cell.funnel).decided, (cell.funnel).undecided) AS settled
    FROM projection.opt_in_table(from_day, to_day, known_by, minimum_cell, '{placement,variant}') AS cell
),

compared AS (
    SELECT shown.*, change.*, row_number() OVER (PARTITION BY shown.app_id) AS test
    FROM shown
    LEFT JOIN shown AS control
        ON control.app_id = shown.app_id
        AND control.placement = shown.placement
        AND control.is_control
        AND NOT shown.is_control
    CROSS JOIN LATERAL stats.published_difference(
        (shown.funnel).granted, shown.settled, (control.funnel).granted, control.settled
    ) AS change
),

tested AS (
    SELECT
        compared.app_id,
        stats.benjamini_hochberg(array_agg(compared.p ORDER BY compared.test)) AS p_adjusted
    FROM compared
    GROUP BY compared.app_id
)

SELECT
    compared.app_id,
    compared.placement,
    compared.variant,
    compared.is_control,
    compared.funnel,
    compared.difference,
    compared.low,
    compared.high,
    stats.published(compared.p),
    stats.published(tested.p_adjusted[compared.test])
FROM compared
INNER JOIN tested ON tested.app_id = compared.app_id
ORDER BY
    compared.app_id COLLATE "C", compared.placement COLLATE "C", NOT compared.is_control, compared.variant COLLATE "C"
$$;
