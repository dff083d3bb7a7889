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
-- Compared and adjusted are all, so that what is shown does not depend on what is withheld.
WITH withheld AS MATERIALIZED (
    SELECT cell.place
    -- The subquery as an argument prevents inlining, so that the function is planned only if it runs.
    FROM projection.opt_in_table(from_day, to_day, (SELECT as_of), minimum_cell, '{placement,variant}') AS cell
    WHERE minimum_cell > 0 AND cell.funnel IS NULL
),

counted AS (
    SELECT
        cell.*,
        cell.place IN (SELECT withheld.place FROM withheld) AS is_withheld,
        row_number() OVER (
            PARTITION BY cell.app_id, cell.placement ORDER BY cell.variant <> 'control', cell.place
        ) = 1 AS is_control,
        metric.settled((cell.funnel).decided, (cell.funnel).undecided) AS settled
    FROM projection.opt_in_table(from_day, to_day, as_of, 0, '{placement,variant}') AS cell
)

SELECT
    own.app_id,
    own.placement,
    own.variant,
    own.is_control,
    CASE WHEN NOT own.is_withheld THEN own.funnel END,
    CASE WHEN pair.is_shown THEN change.difference END,
    CASE WHEN pair.is_shown THEN change.low END,
    CASE WHEN pair.is_shown THEN change.high END,
    CASE WHEN pair.is_shown THEN stats.published(change.p) END,
    CASE
        WHEN pair.is_shown
            THEN stats.published((stats.adjusted_p(change.p) OVER apps)[row_number() OVER apps])
    END
FROM counted AS own
LEFT JOIN counted AS control
    ON control.app_id = own.app_id
    AND control.placement = own.placement
    AND control.is_control
    AND NOT own.is_control
CROSS JOIN LATERAL (SELECT NOT (own.is_withheld OR control.is_withheld)) AS pair (is_shown)
CROSS JOIN LATERAL stats.published_difference(
    (own.funnel).granted, own.settled, (control.funnel).granted, control.settled
) AS change
WINDOW apps AS (PARTITION BY own.app_id)
ORDER BY
    own.app_id COLLATE "C", own.placement COLLATE "C", NOT own.is_control, own.variant COLLATE "C"
$$;
