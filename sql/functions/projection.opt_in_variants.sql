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
WITH named AS (
    SELECT
        app.app_id,
        coalesce(placement.text, '') AS placement,
        coalesce(variant.text, '') AS variant,
        {funnel counts: sum(asked.#)::bigint AS #}
    FROM projection.past(NULL::projection.asked, as_of, from_day, to_day) AS asked
    INNER JOIN log.app ON app.app = asked.app
    LEFT JOIN log.word AS placement ON placement.word = asked.placement
    LEFT JOIN log.word AS variant ON variant.word = asked.variant
    GROUP BY 1, 2, 3
),

rest AS MATERIALIZED (
    SELECT valued.app_id, valued.dimension, valued.name
    FROM (
        SELECT
            named.app_id,
            own.dimension,
            own.name,
            row_number() OVER (
                PARTITION BY named.app_id, own.dimension
                ORDER BY own.name = metric.rest(), sum(named.prompted) DESC, own.name COLLATE "C"
            ) AS place
        FROM named
        CROSS JOIN LATERAL (
            VALUES ('placement', named.placement), ('variant', named.variant)
        ) AS own (dimension, name)
        WHERE metric.values_shown() IS NOT NULL
        GROUP BY named.app_id, own.dimension, own.name
    ) AS valued
    WHERE metric.is_rest(valued.place)
),

-- Names of the rest are null, so that they come last.
cell AS (
    SELECT
        named.app_id,
        CASE WHEN placement.name IS NULL THEN named.placement END AS placement,
        CASE WHEN variant.name IS NULL THEN named.variant END AS variant,
        {funnel counts: sum(named.#)::bigint AS #}
    FROM named
    LEFT JOIN rest AS placement
        ON placement.app_id = named.app_id
        AND placement.dimension = 'placement'
        AND placement.name = named.placement
    LEFT JOIN rest AS variant
        ON variant.app_id = named.app_id AND variant.dimension = 'variant' AND variant.name = named.variant
    GROUP BY 1, 2, 3
),

placed AS (
    SELECT
        cell.*,
        row_number() OVER (
            ORDER BY cell.app_id COLLATE "C", cell.placement COLLATE "C", cell.variant COLLATE "C"
        ) AS place
    FROM cell
),

-- The page shows the sum of an app too.
withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(placed.prompted ORDER BY placed.place),
        array_agg(
            ARRAY[ROW(placed.app_id, placed.placement)::text, ROW(placed.app_id)::text] ORDER BY placed.place
        ),
        minimum_cell
    )) AS place
    FROM placed
    WHERE minimum_cell > 0
),

-- Compared and adjusted are all, so that what is shown does not depend on what is withheld.
counted AS (
    SELECT
        placed.app_id,
        coalesce(placed.placement, metric.rest()) AS placement,
        coalesce(placed.variant, metric.rest()) AS variant,
        funnel,
        placed.place,
        placed.place IN (SELECT withheld.place FROM withheld) AS is_withheld,
        row_number() OVER (
            PARTITION BY placed.app_id, placed.placement ORDER BY placed.variant IS DISTINCT FROM 'control', placed.place
        ) = 1 AS is_control,
        metric.settled((funnel).decided, (funnel).undecided) AS settled
    FROM placed
    CROSS JOIN LATERAL metric.published_funnel({funnel counts: placed.#}) AS funnel
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
