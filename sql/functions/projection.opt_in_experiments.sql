-- Compares each variant of an experiment with its control since the experiment began. Metrics: Experiments, Privacy.
-- The interval is time-uniform, at 5% divided by the number of variants beside the control.
-- split_p: of the chi-squared test that all variants of the experiment have equally many people.
CREATE OR REPLACE FUNCTION projection.opt_in_experiments(as_of timestamptz, minimum_cell integer)
RETURNS TABLE (
    {opt_in_experiments: # #type},
    split_p double precision
)
LANGUAGE sql STABLE
AS $$
WITH arm AS MATERIALIZED (
    SELECT
        arm_day.app_id,
        arm_day.base,
        arm_day.experiment,
        arm_day.variant,
        arm_day.outcome,
        arm_day.control,
        arm_day.others,
        arm_day.started,
        sum(arm_day.reached)::bigint AS reached,
        sum(arm_day.settled)::bigint AS settled
    FROM projection.past(NULL::projection.experiment_day, as_of) AS arm_day
    WHERE arm_day.others > 0
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
),

split AS (
    SELECT
        arm.app_id,
        arm.base,
        arm.experiment,
        arm.outcome,
        stats.chi_squared_p(
            -- Rounding can make it less than 0.
            greatest(sum(arm.settled ^ 2) * count(*) / sum(arm.settled) - sum(arm.settled), 0)::double precision,
            count(*)::integer - 1
        ) AS p
    FROM arm
    -- The rest of very many variants is no variant.
    WHERE (arm.variant = metric.rest() AND arm.others >= metric.values_shown()) IS NOT TRUE
    GROUP BY arm.app_id, arm.base, arm.experiment, arm.outcome
),

comparison AS (
    SELECT
        arm.*,
        control.reached AS reached_control,
        control.settled AS settled_control,
        split.p AS split_p,
        row_number() OVER places AS place,
        (metric.withheld((
            least(arm.settled, control.settled),
            ARRAY[ROW(arm.app_id, arm.base, arm.experiment, arm.variant)::text],
            minimum_cell
        )) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM arm
    INNER JOIN arm AS control
        ON control.app_id = arm.app_id
        AND control.base = arm.base
        AND control.experiment = arm.experiment
        AND control.outcome = arm.outcome
        AND control.variant = arm.control
    INNER JOIN split
        ON split.app_id = arm.app_id
        AND split.base = arm.base
        AND split.experiment = arm.experiment
        AND split.outcome = arm.outcome
    WHERE arm.variant <> arm.control
    WINDOW places AS (
        ORDER BY
            arm.app_id COLLATE "C", arm.base COLLATE "C", arm.experiment COLLATE "C", arm.variant COLLATE "C",
            arm.outcome COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT comparison.app_id, comparison.base, comparison.experiment, comparison.variant, comparison.outcome, visible_row.*
FROM comparison
LEFT JOIN LATERAL (
    SELECT
        comparison.control,
        comparison.started,
        comparison.reached,
        comparison.settled,
        stats.published(comparison.reached / comparison.settled::numeric),
        comparison.reached_control,
        comparison.settled_control,
        stats.published(comparison.reached_control / comparison.settled_control::numeric),
        stats.published(estimate.difference),
        stats.published(estimate.low),
        stats.published(estimate.high),
        estimate.low > 0 OR estimate.high < 0,
        comparison.split_p
    FROM stats.sequential_difference(
        comparison.reached, comparison.settled, comparison.reached_control, comparison.settled_control,
        0.05 / comparison.others
    ) AS estimate
    WHERE comparison.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY comparison.place
$$;
