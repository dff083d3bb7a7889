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
        sum(sum(asked_cell.prompted)) OVER (
            PARTITION BY app.app_id, coalesce(placement.text, '')
        ) AS of_placement,
        sum(sum(asked_cell.prompted)) OVER (PARTITION BY app.app_id, coalesce(variant.text, '')) AS of_variant,
        {funnel counts: sum(asked_cell.#)::bigint AS #}
    FROM projection.past(NULL::projection.asked, as_of, from_day, to_day) AS asked_cell
    INNER JOIN log.app ON app.app = asked_cell.app
    LEFT JOIN log.word AS placement ON placement.word = asked_cell.placement
    LEFT JOIN log.word AS variant ON variant.word = asked_cell.variant
    GROUP BY 1, 2, 3
),

ranked_cell AS (
    SELECT
        variant_cell.*,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY variant_cell.app_id
                ORDER BY
                    variant_cell.placement = metric.rest(),
                    variant_cell.of_placement DESC,
                    variant_cell.placement COLLATE "C"
            )
        ) AS is_placement_rest,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY variant_cell.app_id
                ORDER BY
                    variant_cell.variant = metric.rest(),
                    variant_cell.of_variant DESC,
                    variant_cell.variant COLLATE "C"
            )
        ) AS is_variant_rest
    FROM variant_cell
),

-- Names of the rest are null, so that they come last.
shown_cell AS (
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
        shown_cell.*,
        row_number() OVER places AS place,
        (metric.withheld((
            shown_cell.prompted,
            ARRAY[ROW(shown_cell.app_id, shown_cell.placement)::text, ROW(shown_cell.app_id)::text],
            minimum_cell
        )) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM shown_cell
    WINDOW places AS (
        ORDER BY shown_cell.app_id COLLATE "C", shown_cell.placement COLLATE "C", shown_cell.variant COLLATE "C"
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
