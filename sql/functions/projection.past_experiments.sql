-- Counts the people of each experiment by variant and day, from the first day with a second variant up to the last day
-- whose conversion windows are over, and of them those that reached the outcome. Metrics: Read every day. Called by
-- projection.past. Base asked: the experiment is the placement of the prompt, the outcome granted.
-- control: the variant named control, otherwise the first in order of name; others: the number of other variants;
-- started, last_day: of the placement. Values of the rest (metric.is_rest) count as one, but not the variant control.
-- The planner expects few variants, and would compare each with every other. A FULL JOIN keeps it from that, and coalesce
-- keeps it from making an inner join of it.
CREATE OR REPLACE FUNCTION projection.past_experiments(as_of timestamptz)
RETURNS SETOF projection.experiment_day
LANGUAGE sql STABLE
AS $$
-- Groups by numbers first, so that words are looked up per variant. A placement 0 means none.
WITH prompt_count AS MATERIALIZED (
    SELECT
        cell.app,
        cell.other AS placement,
        cell.value AS variant,
        cell.day,
        sum(cell.allowed)::bigint AS granted,
        -- On these days everyone asked is settled.
        sum(cell.asked)::bigint AS settled
    FROM projection.prompts(
        '-infinity',
        (
            SELECT projection.last_settled_day(as_of, settings.conversion_window_seconds, settings.time_zone)
            FROM projection.settings
        ),
        as_of,
        '{variant}'
    ) AS cell
    GROUP BY cell.app, cell.other, cell.value, cell.day
    HAVING sum(cell.asked) > 0
),

variant_day AS (
    SELECT
        prompt_count.app,
        coalesce(placement.text, '') AS placement,
        variant.text AS variant,
        prompt_count.day,
        prompt_count.granted,
        prompt_count.settled,
        sum(prompt_count.settled) OVER (PARTITION BY prompt_count.app, prompt_count.placement) AS of_placement,
        sum(prompt_count.settled) OVER (PARTITION BY prompt_count.app, prompt_count.variant) AS of_variant
    FROM prompt_count
    INNER JOIN log.word AS variant ON variant.word = prompt_count.variant
    LEFT JOIN log.word AS placement ON placement.word = prompt_count.placement
),

ranked_day AS (
    SELECT
        variant_day.*,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY variant_day.app
                ORDER BY
                    variant_day.placement = metric.rest(), variant_day.of_placement DESC,
                    variant_day.placement COLLATE "C"
            )
        ) AS is_placement_rest,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY variant_day.app
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
        CASE WHEN ranked_day.is_placement_rest THEN metric.rest() ELSE ranked_day.placement END AS placement,
        CASE WHEN ranked_day.is_rest THEN metric.rest() ELSE ranked_day.variant END AS variant,
        ranked_day.day,
        ranked_day.is_rest,
        sum(ranked_day.granted)::bigint AS granted,
        sum(ranked_day.settled)::bigint AS settled
    FROM ranked_day
    GROUP BY 1, 2, 3, 4, 5
),

experiment AS MATERIALIZED (
    SELECT variant.app, variant.placement, min(variant.first_day) AS started
    FROM (
        SELECT
            value_day.app,
            value_day.placement,
            min(value_day.day) AS first_day,
            row_number() OVER (PARTITION BY value_day.app, value_day.placement ORDER BY min(value_day.day)) AS place
        FROM value_day
        GROUP BY value_day.app, value_day.placement, value_day.variant
    ) AS variant
    WHERE variant.place > 1
    GROUP BY variant.app, variant.placement
),

experiment_day AS MATERIALIZED (
    SELECT
        app, placement, value_day.variant, value_day.is_rest, value_day.day, value_day.granted, value_day.settled,
        experiment.started
    FROM value_day
    FULL JOIN experiment USING (app, placement)
    WHERE coalesce(value_day.day >= experiment.started, false)
),

arm AS MATERIALIZED (
    SELECT
        variant.app,
        variant.placement,
        variant.variant,
        max(variant.last_day) OVER placements AS last_day,
        count(*) OVER placements - 1 AS others,
        first_value(variant.variant) OVER (
            placements ORDER BY variant.variant <> 'control', variant.is_rest, variant.variant COLLATE "C"
        ) AS control
    FROM (
        SELECT
            experiment_day.app, experiment_day.placement, experiment_day.variant, experiment_day.is_rest,
            max(experiment_day.day) AS last_day
        FROM experiment_day
        GROUP BY experiment_day.app, experiment_day.placement, experiment_day.variant, experiment_day.is_rest
    ) AS variant
    WINDOW placements AS (PARTITION BY variant.app, variant.placement)
),

arm_day AS (
    SELECT
        app, placement, variant, arm.control, arm.others, arm.last_day, experiment_day.started, experiment_day.day,
        experiment_day.granted, experiment_day.settled
    FROM experiment_day
    FULL JOIN arm USING (app, placement, variant)
    WHERE coalesce(arm.others, 0) > 0
)

SELECT
    app.app_id,
    'asked',
    arm_day.placement,
    arm_day.variant,
    'granted',
    arm_day.control,
    arm_day.others::integer,
    arm_day.started,
    arm_day.last_day,
    arm_day.day,
    arm_day.granted,
    arm_day.settled
FROM arm_day
INNER JOIN log.app ON app.app = arm_day.app
$$;
