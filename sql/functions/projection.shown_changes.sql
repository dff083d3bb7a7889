-- Returns the prompts of two ranges of days by each value of each dimension that a report shows; the others are one row
-- (metric.is_rest). Metrics: Changes. Parameters and columns: see projection.change_counts.
CREATE OR REPLACE FUNCTION projection.shown_changes(as_of timestamptz, from_day date, to_day date)
RETURNS TABLE (
    app_id text,
    dimension text,
    name text,
    prompted bigint,
    prompted_before bigint,
    granted bigint,
    settled bigint,
    granted_before bigint,
    settled_before bigint,
    granted_24h bigint,
    settled_24h bigint,
    granted_24h_before bigint,
    settled_24h_before bigint
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
    sum(dimension_value.prompted)::bigint,
    sum(dimension_value.prompted_before)::bigint,
    sum(dimension_value.granted)::bigint,
    sum(dimension_value.settled)::bigint,
    sum(dimension_value.granted_before)::bigint,
    sum(dimension_value.settled_before)::bigint,
    sum(dimension_value.granted_24h)::bigint,
    sum(dimension_value.settled_24h)::bigint,
    sum(dimension_value.granted_24h_before)::bigint,
    sum(dimension_value.settled_24h_before)::bigint
FROM dimension_value
GROUP BY 1, 2, 3
$$;
