-- Counts the people of each experiment by variant and day, from the first day with a second variant up to the last day
-- whose conversion windows are over, and of them those that reached each outcome. Metrics: Experiments. Called by
-- projection.past. Base asked: the experiment is the placement of the prompt, and the outcome granted. Base assigned:
-- the experiment is that of the assignment, and the outcomes are allowed and reachable.
-- control: the variant named control, otherwise the first in order of name; others: the number of other variants;
-- started, last_day: of the experiment. With one variant, others is 0, started null, and everyone counts. Values of the
-- rest (metric.is_rest) count as one, but not the variant control.
-- The planner expects few variants, and would compare each with every other. A FULL JOIN keeps it from that, and coalesce
-- keeps it from making an inner join of it.
CREATE OR REPLACE FUNCTION projection.past_experiments(as_of timestamptz)
RETURNS SETOF projection.experiment_day
LANGUAGE sql STABLE
AS $$
-- Groups by numbers first, so that words are looked up per variant. An experiment 0 is that of prompts without a
-- placement.
WITH cell_day AS MATERIALIZED (
    SELECT
        cell.app,
        CASE cell.dimension WHEN 'arm' THEN 'assigned' ELSE 'asked' END AS base,
        cell.within AS experiment,
        cell.value AS variant,
        cell.day,
        sum(cell.allowed)::bigint AS allowed,
        sum(cell.reachable)::bigint AS reachable,
        -- On these days everyone's outcome is known.
        sum(cell.people)::bigint AS settled
    FROM projection.prompts(
        '-infinity',
        (
            SELECT projection.last_settled_day(as_of, settings.conversion_window_seconds, settings.time_zone)
            FROM projection.settings
        ),
        as_of,
        '{arm,variant}'
    ) AS cell
    GROUP BY cell.app, cell.dimension, cell.within, cell.value, cell.day
    HAVING sum(cell.people) > 0
),

variant_day AS (
    SELECT
        cell_day.app,
        cell_day.base,
        coalesce(experiment.text, '') AS experiment,
        variant.text AS variant,
        cell_day.day,
        cell_day.allowed,
        cell_day.reachable,
        cell_day.settled,
        sum(cell_day.settled) OVER (PARTITION BY cell_day.app, cell_day.base, cell_day.experiment) AS of_experiment,
        sum(cell_day.settled) OVER (PARTITION BY cell_day.app, cell_day.base, cell_day.variant) AS of_variant
    FROM cell_day
    INNER JOIN log.word AS variant ON variant.word = cell_day.variant
    LEFT JOIN log.word AS experiment ON experiment.word = cell_day.experiment
),

ranked_day AS (
    SELECT
        variant_day.*,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY variant_day.app, variant_day.base
                ORDER BY
                    variant_day.experiment = metric.rest(), variant_day.of_experiment DESC,
                    variant_day.experiment COLLATE "C"
            )
        ) AS is_experiment_rest,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY variant_day.app, variant_day.base
                ORDER BY
                    variant_day.variant <> 'control', variant_day.variant = metric.rest(), variant_day.of_variant DESC,
                    variant_day.variant COLLATE "C"
            )
        ) AS is_rest
    FROM variant_day
),

value_day AS MATERIALIZED (
    SELECT
        ranked_day.app,
        ranked_day.base,
        CASE WHEN ranked_day.is_experiment_rest THEN metric.rest() ELSE ranked_day.experiment END AS experiment,
        CASE WHEN ranked_day.is_rest THEN metric.rest() ELSE ranked_day.variant END AS variant,
        ranked_day.day,
        ranked_day.is_rest,
        sum(ranked_day.allowed)::bigint AS allowed,
        sum(ranked_day.reachable)::bigint AS reachable,
        sum(ranked_day.settled)::bigint AS settled
    FROM ranked_day
    GROUP BY 1, 2, 3, 4, 5, 6
),

experiment AS MATERIALIZED (
    SELECT
        variant.app,
        variant.base,
        variant.experiment,
        min(variant.first_day) FILTER (WHERE variant.place > 1) AS started
    FROM (
        SELECT
            value_day.app,
            value_day.base,
            value_day.experiment,
            min(value_day.day) AS first_day,
            row_number() OVER (
                PARTITION BY value_day.app, value_day.base, value_day.experiment ORDER BY min(value_day.day)
            ) AS place
        FROM value_day
        GROUP BY value_day.app, value_day.base, value_day.experiment, value_day.variant
    ) AS variant
    GROUP BY variant.app, variant.base, variant.experiment
),

experiment_day AS MATERIALIZED (
    SELECT
        app, base, experiment, value_day.variant, value_day.is_rest, value_day.day, value_day.allowed,
        value_day.reachable, value_day.settled, experiment.started
    FROM value_day
    FULL JOIN experiment USING (app, base, experiment)
    WHERE coalesce(value_day.day >= experiment.started, true)
),

arm AS MATERIALIZED (
    SELECT
        variant.app,
        variant.base,
        variant.experiment,
        variant.variant,
        max(variant.last_day) OVER experiments AS last_day,
        count(*) OVER experiments - 1 AS others,
        first_value(variant.variant) OVER (
            experiments ORDER BY variant.variant <> 'control', variant.is_rest, variant.variant COLLATE "C"
        ) AS control
    FROM (
        SELECT
            experiment_day.app, experiment_day.base, experiment_day.experiment, experiment_day.variant,
            experiment_day.is_rest, max(experiment_day.day) AS last_day
        FROM experiment_day
        GROUP BY 1, 2, 3, 4, 5
    ) AS variant
    WINDOW experiments AS (PARTITION BY variant.app, variant.base, variant.experiment)
),

arm_day AS (
    SELECT
        app, base, experiment, variant, arm.control, arm.others, arm.last_day, experiment_day.started,
        experiment_day.day, experiment_day.allowed, experiment_day.reachable, experiment_day.settled
    FROM experiment_day
    FULL JOIN arm USING (app, base, experiment, variant)
)

SELECT
    app.app_id,
    arm_day.base,
    arm_day.experiment,
    arm_day.variant,
    outcome.name,
    arm_day.control,
    arm_day.others::integer,
    arm_day.started,
    arm_day.last_day,
    arm_day.day,
    outcome.reached,
    arm_day.settled
FROM arm_day
INNER JOIN log.app ON app.app = arm_day.app
INNER JOIN LATERAL (
    VALUES
        ('asked', 'granted', arm_day.allowed),
        ('assigned', 'allowed', arm_day.allowed),
        ('assigned', 'reachable', arm_day.reachable)
) AS outcome (base, name, reached) ON outcome.base = arm_day.base
$$;
