-- Compares the prompts of a range of days with those of the previous range, which is as long and right before it, as
-- known at the same age: for each app, and for each value of each dimension. Metrics: Changes, Uncertainty, Privacy.
-- to_day: at most the horizon's day. Base of a row, for minimum_cell: the smaller prompted count that is not 0.
CREATE OR REPLACE FUNCTION analytics.opt_in_changes(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opt_in_changes: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH value_count AS MATERIALIZED (
    SELECT value_count.*
    FROM projection.shown_changes(
        (SELECT metric.cutoff(as_of)), from_day, (SELECT metric.last_day(to_day, metric.cutoff(as_of)))
    ) AS value_count
),

comparison AS (
    SELECT
        value_count.*,
        sum(value_count.prompted) FILTER (WHERE value_count.dimension = 'all') OVER apps AS all_prompted,
        sum(value_count.prompted_before) FILTER (WHERE value_count.dimension = 'all') OVER apps AS all_prompted_before,
        change.*,
        least(nullif(value_count.prompted, 0), nullif(value_count.prompted_before, 0)) AS people
    FROM value_count
    CROSS JOIN LATERAL stats.published_difference(
        value_count.granted, value_count.settled, value_count.granted_before, value_count.settled_before
    ) AS change
    WINDOW apps AS (PARTITION BY value_count.app_id)
),

cell AS (
    SELECT
        comparison.*,
        (stats.adjusted_p(comparison.p) OVER dimensions)[row_number() OVER dimensions] AS p_adjusted,
        row_number() OVER places AS place,
        (metric.withheld((
            comparison.people,
            metric.dimension_groups(comparison.app_id, comparison.dimension, comparison.name),
            minimum_cell
        )) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM comparison
    WINDOW
        dimensions AS (PARTITION BY comparison.app_id, comparison.dimension),
        places AS (
            ORDER BY
                comparison.app_id COLLATE "C", metric.dimension_place(comparison.dimension),
                comparison.name COLLATE "C"
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        )
)

SELECT cell.app_id, cell.dimension, cell.name, numbers.*
FROM cell
LEFT JOIN LATERAL (
    SELECT
        cell.prompted,
        cell.prompted_before,
        stats.published(cell.prompted / nullif(cell.all_prompted, 0)),
        stats.published(cell.prompted_before / nullif(cell.all_prompted_before, 0)),
        cell.granted,
        cell.settled,
        rate.*,
        cell.granted_before,
        cell.settled_before,
        rate_before.rate,
        cell.difference,
        cell.low,
        cell.high,
        stats.published(cell.p),
        stats.published(cell.p_adjusted),
        stats.published(stats.detectable_difference(
            cell.granted, cell.settled, cell.granted_before, cell.settled_before
        ))
    FROM stats.published_rate(cell.granted, cell.settled) AS rate
    CROSS JOIN stats.published_rate(cell.granted_before, cell.settled_before) AS rate_before
    WHERE cell.is_withheld IS NOT TRUE
) AS numbers ON true
ORDER BY cell.place
$$;
