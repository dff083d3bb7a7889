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
        sum(sum(funnel_cell.prompted)) OVER (
            PARTITION BY app.app_id, coalesce(placement.text, '')
        ) AS of_placement,
        sum(sum(funnel_cell.prompted)) OVER (PARTITION BY app.app_id, coalesce(variant.text, '')) AS of_variant,
        {funnel counts: sum(funnel_cell.#)::bigint AS #}
    FROM projection.past(NULL::projection.asked, as_of, from_day, to_day) AS funnel_cell
    INNER JOIN log.app ON app.app = funnel_cell.app
    LEFT JOIN log.word AS placement ON placement.word = funnel_cell.placement
    LEFT JOIN log.word AS variant ON variant.word = funnel_cell.variant
    GROUP BY 1, 2, 3
),

ranked_cell AS (
    SELECT
        cell.*,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY cell.app_id
                ORDER BY cell.placement = metric.rest(), cell.of_placement DESC, cell.placement COLLATE "C"
            )
        ) AS is_placement_rest,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY cell.app_id
                ORDER BY cell.variant = metric.rest(), cell.of_variant DESC, cell.variant COLLATE "C"
            )
        ) AS is_variant_rest
    FROM variant_cell AS cell
),

-- Names of the rest are null, so that they come last.
cell AS (
    SELECT
        ranked_cell.app_id,
        CASE WHEN NOT ranked_cell.is_placement_rest THEN ranked_cell.placement END AS placement,
        CASE WHEN NOT ranked_cell.is_variant_rest THEN ranked_cell.variant END AS variant,
        {funnel counts: sum(ranked_cell.#)::bigint AS #}
    FROM ranked_cell
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
