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
WITH known AS MATERIALIZED (
    SELECT counts.*
    FROM projection.change_counts(
        (SELECT metric.cutoff(as_of)), from_day, (SELECT metric.last_day(to_day, metric.cutoff(as_of)))
    ) AS counts
),

ranked AS (
    SELECT
        known.*,
        CASE
            WHEN metric.is_rest(
                row_number() OVER (
                    PARTITION BY known.app_id, known.dimension
                    ORDER BY
                        known.name = metric.rest(), known.prompted DESC, known.prompted_before DESC,
                        known.name COLLATE "C"
                )
            ) THEN metric.rest()
            ELSE known.name
        END AS shown_name
    FROM known
),

counts AS (
    SELECT
        ranked.app_id,
        ranked.dimension,
        ranked.shown_name AS name,
        sum(ranked.prompted)::bigint AS prompted,
        sum(ranked.prompted_before)::bigint AS prompted_before,
        sum(ranked.granted)::bigint AS granted,
        sum(ranked.settled)::bigint AS settled,
        sum(ranked.granted_before)::bigint AS granted_before,
        sum(ranked.settled_before)::bigint AS settled_before
    FROM ranked
    GROUP BY 1, 2, 3
),

counted AS (
    SELECT
        counts.*,
        sum(counts.prompted) FILTER (WHERE counts.dimension = 'all') OVER apps AS all_prompted,
        sum(counts.prompted_before) FILTER (WHERE counts.dimension = 'all') OVER apps AS all_prompted_before,
        change.*,
        least(nullif(counts.prompted, 0), nullif(counts.prompted_before, 0)) AS people
    FROM counts
    CROSS JOIN LATERAL stats.published_difference(
        counts.granted, counts.settled, counts.granted_before, counts.settled_before
    ) AS change
    WINDOW apps AS (PARTITION BY counts.app_id)
),

cell AS (
    SELECT
        counted.*,
        (stats.adjusted_p(counted.p) OVER dimensions)[row_number() OVER dimensions] AS p_adjusted,
        row_number() OVER (
            ORDER BY counted.app_id COLLATE "C", metric.dimension_place(counted.dimension), counted.name COLLATE "C"
        ) AS place
    FROM counted
    WINDOW dimensions AS (PARTITION BY counted.app_id, counted.dimension)
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(cell.people ORDER BY cell.place),
        array_agg(metric.dimension_groups(cell.app_id, cell.dimension, cell.name) ORDER BY cell.place),
        minimum_cell
    )) AS place
    FROM cell
    WHERE minimum_cell > 0
)

SELECT cell.app_id, cell.dimension, cell.name, shown.*
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
        before.rate,
        cell.difference,
        cell.low,
        cell.high,
        stats.published(cell.p),
        stats.published(cell.p_adjusted),
        -- 2.801585: the standard normal's 97.5th percentile (5% two-sided) plus its 80th (found four times in five).
        CASE WHEN cell.p IS NOT NULL THEN stats.published(
            2.801585 * sqrt(
                pooled.rate * (1 - pooled.rate)
                * (1::double precision / cell.settled + 1::double precision / cell.settled_before)
            )
        ) END
    FROM stats.published_rate(cell.granted, cell.settled) AS rate
    CROSS JOIN stats.published_rate(cell.granted_before, cell.settled_before) AS before
    CROSS JOIN (
        SELECT (cell.granted + cell.granted_before)::double precision
            / nullif(cell.settled + cell.settled_before, 0) AS rate
    ) AS pooled
    WHERE cell.place NOT IN (SELECT withheld.place FROM withheld)
) AS shown ON true
ORDER BY cell.place
$$;
