-- Returns the prompts of two ranges of days by each value of each dimension that a report shows; the others are one row
-- (metric.is_rest). Metrics: Changes. Parameters and columns: see projection.change_counts.
CREATE OR REPLACE FUNCTION projection.shown_changes(as_of timestamptz, from_day date, to_day date)
RETURNS TABLE (
    app_id text,
    dimension text,
    name text,
    {prompted+granted+settled+granted_24h+settled_24h: # bigint, #_before bigint}
)
LANGUAGE sql STABLE
AS $$
WITH dimension_value AS (
    SELECT
        prompts.*,
        CASE
            WHEN metric.is_rest(
                row_number() OVER (
                    PARTITION BY prompts.app_id, prompts.dimension
                    ORDER BY
                        prompts.name = metric.rest(), prompts.prompted DESC, prompts.prompted_before DESC,
                        prompts.name COLLATE "C"
                )
            ) THEN metric.rest()
            ELSE prompts.name
        END AS shown_name
    FROM projection.change_counts(as_of, from_day, to_day) AS prompts
)

SELECT
    dimension_value.app_id,
    dimension_value.dimension,
    dimension_value.shown_name,
    {prompted+granted+settled+granted_24h+settled_24h:
        sum(dimension_value.#)::bigint, sum(dimension_value.#_before)::bigint}
FROM dimension_value
GROUP BY 1, 2, 3
$$;
