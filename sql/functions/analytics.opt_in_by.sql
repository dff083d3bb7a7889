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
WITH ranked AS (
    SELECT
        asked.*,
        row_number() OVER (
            PARTITION BY asked.app_id, asked.dimension
            ORDER BY asked.name = metric.rest(), asked.prompted DESC, asked.name
        ) AS rank
    FROM projection.past(
        NULL::projection.asked_by,
        (SELECT metric.cutoff(as_of)),
        from_day,
        (SELECT metric.last_day(to_day, metric.cutoff(as_of)))
    ) AS asked
    WHERE asked.dimension <> 'all'
),

cell AS (
    SELECT
        ranked.app_id,
        ranked.dimension,
        CASE WHEN metric.is_rest(ranked.rank) THEN metric.rest() ELSE ranked.name END AS name,
        {funnel counts: sum(ranked.#)::bigint AS #}
    FROM ranked
    GROUP BY 1, 2, 3
),

placed AS (
    SELECT
        cell.*,
        row_number() OVER (
            ORDER BY cell.app_id COLLATE "C", metric.dimension_place(cell.dimension), cell.name COLLATE "C"
        ) AS place
    FROM cell
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(placed.prompted ORDER BY placed.place),
        array_agg(metric.dimension_groups(placed.app_id, placed.dimension, placed.name) ORDER BY placed.place),
        minimum_cell
    )) AS place
    FROM placed
    WHERE minimum_cell > 0
)

SELECT placed.app_id, placed.dimension, placed.name, funnel.*
FROM placed
LEFT JOIN LATERAL metric.published_funnel({funnel counts: placed.#}) AS funnel
    ON placed.place NOT IN (SELECT withheld.place FROM withheld)
ORDER BY placed.place
$$;
