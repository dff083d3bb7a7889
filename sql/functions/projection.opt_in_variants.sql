-- Returns the opt-in funnel by placement and variant of the prompt, for pages only. The rest of the placements or
-- variants of an app that has very many is one row, the last. place: the row's number in the order of the page.
-- Metrics: Opt-in funnel.
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
        {funnel counts: sum(asked_cell.#)::bigint AS #}
    FROM projection.past(NULL::projection.asked, as_of, from_day, to_day) AS asked_cell
    INNER JOIN log.app ON app.app = asked_cell.app
    LEFT JOIN log.word AS placement ON placement.word = asked_cell.placement
    LEFT JOIN log.word AS variant ON variant.word = asked_cell.variant
    GROUP BY 1, 2, 3
),

rest_value AS MATERIALIZED (
    SELECT ranked_value.app_id, ranked_value.dimension, ranked_value.name
    FROM (
        SELECT
            variant_cell.app_id,
            value.dimension,
            value.name,
            row_number() OVER (
                PARTITION BY variant_cell.app_id, value.dimension
                ORDER BY value.name = metric.rest(), sum(variant_cell.prompted) DESC, value.name COLLATE "C"
            ) AS rank
        FROM variant_cell
        CROSS JOIN LATERAL (
            VALUES ('placement', variant_cell.placement), ('variant', variant_cell.variant)
        ) AS value (dimension, name)
        WHERE metric.values_shown() IS NOT NULL
        GROUP BY variant_cell.app_id, value.dimension, value.name
    ) AS ranked_value
    WHERE metric.is_rest(ranked_value.rank)
),

-- Names of the rest are null, so that they come last.
shown_cell AS (
    SELECT
        variant_cell.app_id,
        CASE WHEN rest_placement.name IS NULL THEN variant_cell.placement END AS placement,
        CASE WHEN rest_variant.name IS NULL THEN variant_cell.variant END AS variant,
        {funnel counts: sum(variant_cell.#)::bigint AS #}
    FROM variant_cell
    LEFT JOIN rest_value AS rest_placement
        ON rest_placement.app_id = variant_cell.app_id
        AND rest_placement.dimension = 'placement'
        AND rest_placement.name = variant_cell.placement
    LEFT JOIN rest_value AS rest_variant
        ON rest_variant.app_id = variant_cell.app_id
        AND rest_variant.dimension = 'variant'
        AND rest_variant.name = variant_cell.variant
    GROUP BY 1, 2, 3
),

table_row AS (
    SELECT
        shown_cell.*,
        row_number() OVER (
            ORDER BY shown_cell.app_id COLLATE "C", shown_cell.placement COLLATE "C", shown_cell.variant COLLATE "C"
        ) AS place
    FROM shown_cell
),

-- The page shows the sum of an app too.
withheld_row AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(table_row.prompted ORDER BY table_row.place),
        array_agg(
            ARRAY[ROW(table_row.app_id, table_row.placement)::text, ROW(table_row.app_id)::text]
            ORDER BY table_row.place
        ),
        minimum_cell
    )) AS place
    FROM table_row
    WHERE minimum_cell > 0
)

SELECT
    table_row.app_id,
    coalesce(table_row.placement, metric.rest()),
    coalesce(table_row.variant, metric.rest()),
    CASE WHEN table_row.place NOT IN (SELECT withheld_row.place FROM withheld_row) THEN funnel END,
    table_row.place
FROM table_row
CROSS JOIN LATERAL metric.published_funnel({funnel counts: table_row.#}) AS funnel
$$;
