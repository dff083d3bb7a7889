-- Returns the opt-in funnel by placement and variant of the prompt, with the places of rows in order. The rest of the
-- placements or variants of an app that has very many is one row, the last. Metrics: Opt-in funnel.
CREATE OR REPLACE FUNCTION projection.opt_in_variants(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    placement text,
    variant text,
    funnel projection.funnel,
    place bigint
)
LANGUAGE sql STABLE
AS $$
WITH variant_cell AS (
    SELECT
        app.app_id,
        coalesce(placement.text, '') AS placement,
        coalesce(variant.text, '') AS variant,
        {funnel counts: sum(funnel_cell.#)::bigint AS #}
    FROM projection.past(NULL::projection.asked, as_of, from_day, to_day) AS funnel_cell
    INNER JOIN log.app ON app.app = funnel_cell.app
    LEFT JOIN log.word AS placement ON placement.word = funnel_cell.placement
    LEFT JOIN log.word AS variant ON variant.word = funnel_cell.variant
    GROUP BY 1, 2, 3
),

rest AS MATERIALIZED (
    SELECT ranked_value.app_id, ranked_value.dimension, ranked_value.name
    FROM (
        SELECT
            variant_cell.app_id,
            value.dimension,
            value.name,
            row_number() OVER (
                PARTITION BY variant_cell.app_id, value.dimension
                ORDER BY value.name = metric.rest(), sum(variant_cell.prompted) DESC, value.name COLLATE "C"
            ) AS place
        FROM variant_cell
        CROSS JOIN LATERAL (
            VALUES ('placement', variant_cell.placement), ('variant', variant_cell.variant)
        ) AS value (dimension, name)
        WHERE metric.values_shown() IS NOT NULL
        GROUP BY variant_cell.app_id, value.dimension, value.name
    ) AS ranked_value
    WHERE metric.is_rest(ranked_value.place)
),

-- Names of the rest are null, so that they come last.
cell AS (
    SELECT
        variant_cell.app_id,
        CASE WHEN placement.name IS NULL THEN variant_cell.placement END AS placement,
        CASE WHEN variant.name IS NULL THEN variant_cell.variant END AS variant,
        {funnel counts: sum(variant_cell.#)::bigint AS #}
    FROM variant_cell
    LEFT JOIN rest AS placement
        ON placement.app_id = variant_cell.app_id
        AND placement.dimension = 'placement'
        AND placement.name = variant_cell.placement
    LEFT JOIN rest AS variant
        ON variant.app_id = variant_cell.app_id
        AND variant.dimension = 'variant'
        AND variant.name = variant_cell.variant
    GROUP BY 1, 2, 3
),

-- The page shows the sum of an app too.
table_row AS (
    SELECT
        cell.*,
        row_number() OVER places AS place,
        (metric.withheld(
            (cell.prompted, ARRAY[ROW(cell.app_id, cell.placement)::text, ROW(cell.app_id)::text], minimum_cell)
        ) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (
        ORDER BY cell.app_id COLLATE "C", cell.placement COLLATE "C", cell.variant COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    table_row.app_id,
    coalesce(table_row.placement, metric.rest()),
    coalesce(table_row.variant, metric.rest()),
    CASE WHEN table_row.is_withheld IS NOT TRUE THEN funnel END,
    table_row.place
FROM table_row
CROSS JOIN LATERAL metric.published_funnel({funnel counts: table_row.#}) AS funnel
$$;
