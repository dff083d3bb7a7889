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
)

SELECT
    placed.app_id,
    coalesce(placed.placement, metric.rest()),
    coalesce(placed.variant, metric.rest()),
    CASE WHEN placed.place NOT IN (SELECT withheld.place FROM withheld) THEN funnel END,
    placed.place
FROM placed
CROSS JOIN LATERAL metric.published_funnel({funnel counts: placed.#}) AS funnel
$$;
