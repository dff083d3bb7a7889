-- Returns the opt-in funnel by placement and variant of the prompt, each variant compared with its placement's control:
-- the variant named control, otherwise the first in the table's order. Metrics: Opt-in funnel, Uncertainty. difference:
-- the variant's grant rate minus the control's, a fraction, with Newcombe's interval; p_adjusted: by Benjamini and
-- Hochberg over all comparisons of the app. Both are null for the control itself.
CREATE OR REPLACE FUNCTION projection.opt_in_variants(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
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
    FROM projection.opt_in_table(from_day, to_day, as_of, minimum_cell, '{placement,variant}') AS cell
)

SELECT
    shown.app_id,
    shown.placement,
    shown.variant,
    shown.is_control,
    shown.funnel,
    change.difference,
    change.low,
    change.high,
    stats.published(change.p),
    stats.published((stats.adjusted_p(change.p) OVER apps)[row_number() OVER apps])
FROM shown
LEFT JOIN shown AS control
    ON control.app_id = shown.app_id
    AND control.placement = shown.placement
    AND control.is_control
    AND NOT shown.is_control
CROSS JOIN LATERAL stats.published_difference(
    (shown.funnel).granted, shown.settled, (control.funnel).granted, control.settled
) AS change
WINDOW apps AS (PARTITION BY shown.app_id)
ORDER BY
    shown.app_id COLLATE "C", shown.placement COLLATE "C", NOT shown.is_control, shown.variant COLLATE "C"
$$;
