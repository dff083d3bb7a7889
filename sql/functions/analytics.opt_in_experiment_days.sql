-- Returns the comparisons of opt_in_experiments as they were at the end of earlier days: at most 100 days per
-- experiment at equal distances, back from the last one. Rows of fewer than 100 people on either side, or than
-- minimum_cell, and those that are withheld in opt_in_experiments are left out. Metrics: Read every day.
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
WITH counted AS MATERIALIZED (
    SELECT made.*, span.distance, (made.last_day - made.day) / span.distance AS place
    FROM projection.past(NULL::projection.experiment_day, (SELECT metric.cutoff(as_of))) AS made
    CROSS JOIN LATERAL (SELECT (made.last_day - made.started) / 100 + 1) AS span (distance)
),

-- place: counted back from the last look. Every variant has a row at every look.
looked AS MATERIALIZED (
    SELECT
        dated.app_id,
        dated.base,
        dated.experiment,
        dated.variant,
        dated.outcome,
        dated.control,
        dated.others,
        dated.last_day - dated.place * dated.distance AS day,
        sum(sum(dated.reached)::double precision) OVER earlier AS reached,
        sum(sum(dated.settled)::double precision) OVER earlier AS settled
    FROM (
        SELECT counted.app_id, counted.base, counted.experiment, counted.variant, counted.outcome, counted.control,
            counted.others, counted.last_day, counted.distance, counted.place, counted.reached, counted.settled
        FROM counted
        UNION ALL
        SELECT arm.*, look.place, 0, 0
        FROM (
            SELECT DISTINCT counted.app_id, counted.base, counted.experiment, counted.variant, counted.outcome,
                counted.control, counted.others, counted.last_day, counted.distance
            FROM counted
        ) AS arm
        INNER JOIN (
            SELECT counted.app_id, counted.base, counted.experiment, max(counted.place) AS first
            FROM counted
            GROUP BY 1, 2, 3
        ) AS span ON span.app_id = arm.app_id AND span.base = arm.base AND span.experiment = arm.experiment
        CROSS JOIN LATERAL generate_series(0, span.first) AS look (place)
    ) AS dated
    GROUP BY
        dated.app_id, dated.base, dated.experiment, dated.variant, dated.outcome, dated.control, dated.others,
        dated.last_day, dated.distance, dated.place
    WINDOW earlier AS (
        PARTITION BY dated.app_id, dated.base, dated.experiment, dated.variant, dated.outcome
        ORDER BY dated.place DESC
    )
)

SELECT
    own.app_id,
    own.base,
    own.experiment,
    own.variant,
    own.outcome,
    own.day,
    own.reached::bigint,
    own.settled::bigint,
    control.reached::bigint,
    control.settled::bigint,
    stats.published(uniform.difference),
    stats.published(uniform.low),
    stats.published(uniform.high)
FROM looked AS own
INNER JOIN looked AS control
    ON control.app_id = own.app_id
    AND control.base = own.base
    AND control.experiment = own.experiment
    AND control.variant = own.control
    AND control.outcome = own.outcome
    AND control.day = own.day
CROSS JOIN LATERAL stats.sequential_difference(
    own.reached, own.settled, control.reached, control.settled, 0.05 / own.others
) AS uniform
WHERE own.variant <> own.control
    AND least(own.settled, control.settled) >= greatest(100, minimum_cell)
    AND NOT EXISTS (
        SELECT
        -- The subquery as an argument prevents inlining, so that the function is planned only if it runs.
        FROM projection.opt_in_experiments((SELECT metric.cutoff(as_of)), minimum_cell) AS blank
        WHERE minimum_cell > 0
            AND blank.settled IS NULL
            AND (blank.app_id, blank.base, blank.experiment, blank.variant, blank.outcome)
                = (own.app_id, own.base, own.experiment, own.variant, own.outcome)
    )
ORDER BY
    own.app_id COLLATE "C", own.base COLLATE "C", own.experiment COLLATE "C", own.variant COLLATE "C",
    own.outcome COLLATE "C", own.day
$$;
