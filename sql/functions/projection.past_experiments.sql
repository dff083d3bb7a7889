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
WITH asked AS MATERIALIZED (
    SELECT
        counted.app,
        counted.other AS placement,
        counted.value AS variant,
        counted.day,
        sum(counted.allowed)::bigint AS granted,
        -- On these days everyone asked is settled.
        sum(counted.asked)::bigint AS settled
    FROM projection.prompts(
        '-infinity',
        (
            SELECT projection.last_settled_day(as_of, settings.conversion_window_seconds, settings.time_zone)
            FROM projection.settings
        ),
        as_of,
        '{variant}'
    ) AS counted
    GROUP BY counted.app, counted.other, counted.value, counted.day
    HAVING sum(counted.asked) > 0
),

valued AS (
    SELECT
        asked.app,
        coalesce(placement.text, '') AS placement,
        variant.text AS variant,
        asked.day,
        asked.granted,
        asked.settled,
        sum(asked.settled) OVER (PARTITION BY asked.app, asked.placement) AS of_placement,
        sum(asked.settled) OVER (PARTITION BY asked.app, asked.variant) AS of_variant
    FROM asked
    INNER JOIN log.word AS variant ON variant.word = asked.variant
    LEFT JOIN log.word AS placement ON placement.word = asked.placement
),

ranked AS (
    SELECT
        valued.*,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY valued.app
                ORDER BY
                    valued.placement = metric.rest(), valued.of_placement DESC, valued.placement COLLATE "C"
            )
        ) AS is_placement_rest,
        metric.is_rest(
            dense_rank() OVER (
                PARTITION BY valued.app
                ORDER BY
                    valued.variant <> 'control', valued.variant = metric.rest(), valued.of_variant DESC,
                    valued.variant COLLATE "C"
            )
        ) AS is_rest
    FROM valued
),

named AS MATERIALIZED (
    SELECT
        ranked.app,
        CASE WHEN ranked.is_placement_rest THEN metric.rest() ELSE ranked.placement END AS placement,
        CASE WHEN ranked.is_rest THEN metric.rest() ELSE ranked.variant END AS variant,
        ranked.day,
        ranked.is_rest,
        sum(ranked.granted)::bigint AS granted,
        sum(ranked.settled)::bigint AS settled
    FROM ranked
    GROUP BY 1, 2, 3, 4, 5
),

begun AS MATERIALIZED (
    SELECT shown.app, shown.placement, min(shown.first_day) AS started
    FROM (
        SELECT
            named.app,
            named.placement,
            min(named.day) AS first_day,
            row_number() OVER (PARTITION BY named.app, named.placement ORDER BY min(named.day)) AS place
        FROM named
        GROUP BY named.app, named.placement, named.variant
    ) AS shown
    WHERE shown.place > 1
    GROUP BY shown.app, shown.placement
),

known AS MATERIALIZED (
    SELECT app, placement, named.variant, named.is_rest, named.day, named.granted, named.settled, begun.started
    FROM named
    FULL JOIN begun USING (app, placement)
    WHERE coalesce(named.day >= begun.started, false)
),

arm AS MATERIALIZED (
    SELECT
        shown.app,
        shown.placement,
        shown.variant,
        max(shown.last_day) OVER placements AS last_day,
        count(*) OVER placements - 1 AS others,
        first_value(shown.variant) OVER (
            placements ORDER BY shown.variant <> 'control', shown.is_rest, shown.variant COLLATE "C"
        ) AS control
    FROM (
        SELECT known.app, known.placement, known.variant, known.is_rest, max(known.day) AS last_day
        FROM known
        GROUP BY known.app, known.placement, known.variant, known.is_rest
    ) AS shown
    WINDOW placements AS (PARTITION BY shown.app, shown.placement)
),

paired AS (
    SELECT
        app, placement, variant, arm.control, arm.others, arm.last_day, known.started, known.day, known.granted,
        known.settled
    FROM known
    FULL JOIN arm USING (app, placement, variant)
    WHERE coalesce(arm.others, 0) > 0
)

SELECT
    app.app_id,
    'asked',
    paired.placement,
    paired.variant,
    'granted',
    paired.control,
    paired.others::integer,
    paired.started,
    paired.last_day,
    paired.day,
    paired.granted,
    paired.settled
FROM paired
INNER JOIN log.app ON app.app = paired.app
$$;
