-- Returns the opt-in funnel by app, dimension and value of the prompt. Metrics: Opt-in funnel, Privacy. Values of the rest
-- (metric.is_rest) are one row.
CREATE OR REPLACE FUNCTION analytics.opt_in_by(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opt_in_by: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH dimension_value AS (
    SELECT
        prompts.*,
        row_number() OVER (
            PARTITION BY prompts.app_id, prompts.dimension
            ORDER BY prompts.name = metric.rest(), prompts.prompted DESC, prompts.name COLLATE "C"
        ) AS rank
    FROM projection.past(
        NULL::projection.asked_by,
        (SELECT metric.cutoff(as_of)),
        from_day,
        (SELECT metric.last_day(to_day, metric.cutoff(as_of)))
    ) AS prompts
    WHERE prompts.dimension <> 'all'
),

cell AS (
    SELECT
        dimension_value.app_id,
        dimension_value.dimension,
        CASE WHEN metric.is_rest(dimension_value.rank) THEN metric.rest() ELSE dimension_value.name END AS name,
        {funnel counts: sum(dimension_value.#)::bigint AS #}
    FROM dimension_value
    GROUP BY 1, 2, 3
),

table_row AS (
    SELECT
        cell.*,
        row_number() OVER places AS place,
        (metric.withheld(
            (cell.prompted, metric.dimension_groups(cell.app_id, cell.dimension, cell.name), minimum_cell)
        ) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (
        ORDER BY cell.app_id COLLATE "C", metric.dimension_place(cell.dimension), cell.name COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT table_row.app_id, table_row.dimension, table_row.name, funnel.*
FROM table_row
LEFT JOIN LATERAL metric.published_funnel({funnel counts: table_row.#}) AS funnel
    ON table_row.is_withheld IS NOT TRUE
ORDER BY table_row.place
$$;
