-- Returns the comparisons of opt_in_experiments as they were at the end of earlier days: at most 100 days per
-- placement at equal distances, back from the last one. Rows of fewer than 100 people on either side, or than
-- minimum_cell, and those of withheld experiments are left out. Metrics: Read every day.
CREATE OR REPLACE FUNCTION analytics.opt_in_experiment_days(
    as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {opt_in_experiment_days: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- The planner expects few days, and would compare each with every other.
SET enable_nestloop = off SET enable_mergejoin = off
AS $$
WITH asked AS MATERIALIZED (
    SELECT counted.*, span.distance, (counted.last_day - counted.day) / span.distance AS place
    FROM projection.past(NULL::projection.experiment_day, (SELECT metric.cutoff(as_of))) AS counted
    CROSS JOIN LATERAL (SELECT (counted.last_day - counted.started) / 100 + 1) AS span (distance)
),

-- place: counted back from the last look. Every variant has a row at every look.
looked AS MATERIALIZED (
    SELECT
        dated.app_id,
        dated.placement,
        dated.variant,
        dated.control,
        dated.others,
        dated.last_day - dated.place * dated.distance AS day,
        sum(sum(dated.granted)::double precision) OVER earlier AS granted,
        sum(sum(dated.settled)::double precision) OVER earlier AS settled
    FROM (
        SELECT asked.app_id, asked.placement, asked.variant, asked.control, asked.others, asked.last_day, asked.distance,
            asked.place, asked.granted, asked.settled
        FROM asked
        UNION ALL
        SELECT arm.*, look.place, 0, 0
        FROM (
            SELECT DISTINCT asked.app_id, asked.placement, asked.variant, asked.control, asked.others, asked.last_day,
                asked.distance
            FROM asked
        ) AS arm
        INNER JOIN (
            SELECT asked.app_id, asked.placement, max(asked.place) AS first FROM asked GROUP BY 1, 2
        ) AS span ON span.app_id = arm.app_id AND span.placement = arm.placement
        CROSS JOIN LATERAL generate_series(0, span.first) AS look (place)
    ) AS dated
    GROUP BY
        dated.app_id, dated.placement, dated.variant, dated.control, dated.others, dated.last_day, dated.distance,
        dated.place
    WINDOW earlier AS (PARTITION BY dated.app_id, dated.placement, dated.variant ORDER BY dated.place DESC)
)

SELECT
    own.app_id,
    own.placement,
    own.variant,
    own.day,
    own.granted::bigint,
    own.settled::bigint,
    control.granted::bigint,
    control.settled::bigint,
    stats.published(uniform.difference),
    stats.published(uniform.low),
    stats.published(uniform.high)
FROM looked AS own
INNER JOIN looked AS control
    ON control.app_id = own.app_id
    AND control.placement = own.placement
    AND control.variant = own.control
    AND control.day = own.day
CROSS JOIN LATERAL stats.sequential_difference(
    own.granted, own.settled, control.granted, control.settled, 0.05 / own.others
) AS uniform
WHERE own.variant <> own.control
    AND least(own.settled, control.settled) >= greatest(100, minimum_cell)
    AND NOT EXISTS (
        SELECT
        -- The subquery as an argument prevents inlining, so that the function is planned only if it runs.
        FROM projection.opt_in_experiments((SELECT metric.cutoff(as_of)), minimum_cell) AS blank
        WHERE minimum_cell > 0
            AND blank.settled IS NULL
            AND (blank.app_id, blank.placement, blank.variant) = (own.app_id, own.placement, own.variant)
    )
ORDER BY own.app_id COLLATE "C", own.placement COLLATE "C", own.variant COLLATE "C", own.day
$$;
COMMENT ON FUNCTION analytics.opt_in_experiment_days(timestamptz, integer) IS
    'The comparisons of opt_in_experiments as they were at the end of earlier days, at most 100 per experiment: how the '
    'interval narrows.';
