-- Compares each variant of an experiment with its control since the experiment began. Metrics: Read every day, Privacy.
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
        counted.app_id,
        counted.base,
        counted.experiment,
        counted.variant,
        counted.outcome,
        counted.control,
        counted.others,
        counted.started,
        sum(counted.reached)::bigint AS reached,
        sum(counted.settled)::bigint AS settled
    FROM projection.past(NULL::projection.experiment_day, as_of) AS counted
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
),

split AS (
    SELECT
        arm.app_id,
        arm.base,
        arm.experiment,
        arm.outcome,
        stats.chi_squared_p(
            (sum(arm.settled ^ 2) * count(*) / sum(arm.settled) - sum(arm.settled))::double precision,
            count(*)::integer - 1
        ) AS p
    FROM arm
    -- The rest of very many variants is no variant.
    WHERE (arm.variant = metric.rest() AND arm.others >= metric.values_shown()) IS NOT TRUE
    GROUP BY arm.app_id, arm.base, arm.experiment, arm.outcome
),

compared AS (
    SELECT
        arm.*,
        control.reached AS reached_control,
        control.settled AS settled_control,
        split.p AS split_p,
        row_number() OVER (
            ORDER BY
                arm.app_id COLLATE "C", arm.base COLLATE "C", arm.experiment COLLATE "C", arm.variant COLLATE "C",
                arm.outcome COLLATE "C"
        ) AS place
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
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(least(compared.settled, compared.settled_control) ORDER BY compared.place),
        array_agg(
            ARRAY[ROW(compared.app_id, compared.base, compared.experiment, compared.variant)::text]
            ORDER BY compared.place
        ),
        minimum_cell
    )) AS place
    FROM compared
    WHERE minimum_cell > 0
)

SELECT compared.app_id, compared.base, compared.experiment, compared.variant, compared.outcome, shown.*
FROM compared
LEFT JOIN LATERAL (
    SELECT
        compared.control,
        compared.started,
        compared.reached,
        compared.settled,
        stats.published(compared.reached / compared.settled::numeric),
        compared.reached_control,
        compared.settled_control,
        stats.published(compared.reached_control / compared.settled_control::numeric),
        stats.published(uniform.difference),
        stats.published(uniform.low),
        stats.published(uniform.high),
        uniform.low > 0 OR uniform.high < 0,
        compared.split_p
    FROM stats.sequential_difference(
        compared.reached, compared.settled, compared.reached_control, compared.settled_control, 0.05 / compared.others
    ) AS uniform
    WHERE compared.place NOT IN (SELECT withheld.place FROM withheld)
) AS shown ON true
ORDER BY compared.place
$$;
