-- Returns the comparisons of opt_in_experiments as they were at the end of earlier days: at most 100 days per
-- experiment at equal distances, back from the last one. Rows of fewer than 100 people on either side, or than
-- minimum_cell, and those that are withheld in opt_in_experiments are left out. Metrics: Experiments.
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
-- Without arms that never had enough people: there can be very many.
WITH counts AS MATERIALIZED (
    SELECT arm_day.*, span.distance, (arm_day.last_day - arm_day.day) / span.distance AS place
    FROM (
        SELECT
            experiment_day.*,
            sum(experiment_day.settled) OVER (
                PARTITION BY
                    experiment_day.app_id, experiment_day.base, experiment_day.experiment, experiment_day.variant,
                    experiment_day.outcome
            ) AS of_arm
        FROM projection.past(NULL::projection.experiment_day, (SELECT metric.cutoff(as_of))) AS experiment_day
        WHERE experiment_day.others > 0
    ) AS arm_day
    CROSS JOIN LATERAL (SELECT (arm_day.last_day - arm_day.started) / 100 + 1) AS span (distance)
    WHERE arm_day.of_arm >= greatest(100, minimum_cell)
),

-- place: counted back from the last look. Every variant has a row at every look.
look AS MATERIALIZED (
    SELECT
        counts.app_id,
        counts.base,
        counts.experiment,
        counts.variant,
        counts.outcome,
        counts.control,
        counts.others,
        counts.last_day - counts.place * counts.distance AS day,
        sum(sum(counts.reached)::double precision) OVER earlier AS reached,
        sum(sum(counts.settled)::double precision) OVER earlier AS settled
    FROM (
        SELECT counts.app_id, counts.base, counts.experiment, counts.variant, counts.outcome, counts.control,
            counts.others, counts.last_day, counts.distance, counts.place, counts.reached, counts.settled
        FROM counts
        UNION ALL
        SELECT arm.*, look.place, 0, 0
        FROM (
            SELECT DISTINCT counts.app_id, counts.base, counts.experiment, counts.variant, counts.outcome,
                counts.control, counts.others, counts.last_day, counts.distance
            FROM counts
        ) AS arm
        INNER JOIN (
            SELECT counts.app_id, counts.base, counts.experiment, max(counts.place) AS first
            FROM counts
            GROUP BY 1, 2, 3
        ) AS span ON span.app_id = arm.app_id AND span.base = arm.base AND span.experiment = arm.experiment
        CROSS JOIN LATERAL generate_series(0, span.first) AS look (place)
    ) AS counts
    GROUP BY
        counts.app_id, counts.base, counts.experiment, counts.variant, counts.outcome, counts.control, counts.others,
        counts.last_day, counts.distance, counts.place
    WINDOW earlier AS (
        PARTITION BY counts.app_id, counts.base, counts.experiment, counts.variant, counts.outcome
        ORDER BY counts.place DESC
    )
)

SELECT
    arm.app_id,
    arm.base,
    arm.experiment,
    arm.variant,
    arm.outcome,
    arm.day,
    arm.reached::bigint,
    arm.settled::bigint,
    control.reached::bigint,
    control.settled::bigint,
    stats.published(comparison.difference),
    stats.published(comparison.low),
    stats.published(comparison.high)
FROM look AS arm
INNER JOIN look AS control
    ON control.app_id = arm.app_id
    AND control.base = arm.base
    AND control.experiment = arm.experiment
    AND control.variant = arm.control
    AND control.outcome = arm.outcome
    AND control.day = arm.day
CROSS JOIN LATERAL stats.sequential_difference(
    arm.reached, arm.settled, control.reached, control.settled, 0.05 / arm.others
) AS comparison
WHERE arm.variant <> arm.control
    AND least(arm.settled, control.settled) >= greatest(100, minimum_cell)
    AND NOT EXISTS (
        SELECT
        -- The subquery as an argument prevents inlining, so that the function is planned only if it runs.
        FROM projection.opt_in_experiments((SELECT metric.cutoff(as_of)), minimum_cell) AS withheld_row
        WHERE minimum_cell > 0
            AND withheld_row.settled IS NULL
            AND (
                withheld_row.app_id, withheld_row.base, withheld_row.experiment, withheld_row.variant,
                withheld_row.outcome
            ) = (arm.app_id, arm.base, arm.experiment, arm.variant, arm.outcome)
    )
ORDER BY
    arm.app_id COLLATE "C", arm.base COLLATE "C", arm.experiment COLLATE "C", arm.variant COLLATE "C",
    arm.outcome COLLATE "C", arm.day
$$;
