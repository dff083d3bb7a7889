-- The prompts of a range of days against those of the equally long range right before it, at the same age, for all of an app and
-- for each value of each dimension. Metrics: Changes, Uncertainty, Privacy.
-- from_day, to_day: inclusive, to_day at the horizon's day at the latest; as_of: the horizon, by default the latest; minimum_cell:
-- rows of which a range has fewer people, but some, keep their keys alone, and where that leaves one row of an app and dimension
-- blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.opt_in_changes(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    dimension text,
    name text,
    prompted bigint,
    prompted_before bigint,
    share numeric,
    share_before numeric,
    granted bigint,
    settled bigint,
    grant_rate numeric,
    grant_rate_low numeric,
    grant_rate_high numeric,
    granted_before bigint,
    settled_before bigint,
    grant_rate_before numeric,
    difference numeric,
    difference_low numeric,
    difference_high numeric,
    p numeric,
    p_adjusted numeric,
    detectable numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH counted AS MATERIALIZED (
    SELECT
        counts.*,
        row_number() OVER (
            PARTITION BY counts.app_id, counts.dimension ORDER BY counts.name COLLATE "C"
        ) AS place,
        base.people,
        projection.is_small(base.people, minimum_cell) AS is_small,
        analytics.two_proportion_p(counts.granted, counts.settled, counts.granted_before, counts.settled_before) AS p
    FROM projection.opt_in_change_counts(
        from_day,
        least(to_day, (SELECT analytics.day(coalesce(as_of, analytics.horizon())))),
        (SELECT coalesce(as_of, analytics.horizon()))
    ) AS counts
    CROSS JOIN LATERAL (
        SELECT least(nullif(counts.prompted, 0), nullif(counts.prompted_before, 0)) AS people
    ) AS base
),

-- All tests of a dimension at once.
adjusted AS (
    SELECT tested.app_id, tested.dimension, adjusted.place, adjusted.p
    FROM (
        SELECT
            counted.app_id, counted.dimension,
            analytics.benjamini_hochberg(array_agg(counted.p ORDER BY counted.place)) AS p_values
        FROM counted
        GROUP BY counted.app_id, counted.dimension
    ) AS tested
    CROSS JOIN LATERAL unnest(tested.p_values) WITH ORDINALITY AS adjusted (p, place)
),

grouped AS (
    SELECT
        counted.*,
        whole.prompted AS all_prompted,
        whole.prompted_before AS all_prompted_before,
        projection.is_withheld(counted.is_small, counted.people) OVER (
            PARTITION BY counted.app_id, counted.dimension
            ORDER BY counted.is_small DESC, counted.people, counted.place
        ) AS is_withheld
    FROM counted
    INNER JOIN counted AS whole ON whole.app_id = counted.app_id AND whole.dimension = 'all'
)

SELECT grouped.app_id, grouped.dimension, grouped.name, shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT
        grouped.prompted,
        grouped.prompted_before,
        analytics.published(grouped.prompted::numeric / nullif(grouped.all_prompted, 0)),
        analytics.published(grouped.prompted_before::numeric / nullif(grouped.all_prompted_before, 0)),
        grouped.granted,
        grouped.settled,
        rate.rate,
        rate.low,
        rate.high,
        grouped.granted_before,
        grouped.settled_before,
        analytics.published(grouped.granted_before::numeric / nullif(grouped.settled_before, 0)),
        analytics.published(changed.difference),
        analytics.published(changed.low),
        analytics.published(changed.high),
        analytics.published(grouped.p),
        analytics.published(adjusted.p),
        -- 2.801585: of a standard normal the 97.5th percentile and the 80th.
        CASE WHEN grouped.p IS NOT NULL THEN analytics.published(
            2.801585 * sqrt(
                pooled.rate * (1 - pooled.rate)
                * (1::double precision / grouped.settled + 1::double precision / grouped.settled_before)
            )
        ) END
    FROM projection.published_rate(grouped.granted, grouped.settled) AS rate
    CROSS JOIN analytics.newcombe_difference(
        grouped.granted, grouped.settled, grouped.granted_before, grouped.settled_before
    ) AS changed
    CROSS JOIN (
        SELECT (grouped.granted + grouped.granted_before)::double precision
            / nullif(grouped.settled + grouped.settled_before, 0) AS rate
    ) AS pooled
    LEFT JOIN adjusted
        ON adjusted.app_id = grouped.app_id
        AND adjusted.dimension = grouped.dimension
        AND adjusted.place = grouped.place
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY grouped.app_id COLLATE "C", grouped.dimension COLLATE "C", grouped.name COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.opt_in_changes(date, date, timestamptz, integer) IS
    'Prompts from from_day to to_day against those of the equally long range before, by app and each value of each dimension.';
