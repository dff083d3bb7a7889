-- Counts the people asked with a variant since the first day with a second variant at their placement, up to the last
-- day whose conversion windows are over, by day. Metrics: Read every day. Called by projection.past.
-- control: the variant named control, otherwise the first in order of name; others: the number of other variants;
-- started, last_day: of the placement.
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

begun AS MATERIALIZED (
    SELECT shown.app, shown.placement, min(shown.first_day) AS started
    FROM (
        SELECT
            asked.app,
            asked.placement,
            min(asked.day) AS first_day,
            row_number() OVER (PARTITION BY asked.app, asked.placement ORDER BY min(asked.day)) AS place
        FROM asked
        GROUP BY asked.app, asked.placement, asked.variant
    ) AS shown
    WHERE shown.place > 1
    GROUP BY shown.app, shown.placement
),

arm AS MATERIALIZED (
    SELECT
        shown.app,
        shown.placement,
        shown.variant,
        shown.started,
        variant.text AS name,
        max(shown.last_day) OVER placements AS last_day,
        count(*) OVER placements - 1 AS others,
        first_value(variant.text) OVER (
            placements ORDER BY variant.text <> 'control', variant.text COLLATE "C"
        ) AS control
    FROM (
        SELECT asked.app, asked.placement, asked.variant, begun.started, max(asked.day) AS last_day
        FROM asked
        INNER JOIN begun ON begun.app = asked.app AND begun.placement = asked.placement
        WHERE asked.day >= begun.started
        GROUP BY asked.app, asked.placement, asked.variant, begun.started
    ) AS shown
    INNER JOIN log.word AS variant ON variant.word = shown.variant
    WINDOW placements AS (PARTITION BY shown.app, shown.placement)
)

SELECT
    app.app_id,
    coalesce(placement.text, ''),
    arm.name,
    arm.control,
    arm.others::integer,
    arm.started,
    arm.last_day,
    asked.day,
    asked.granted,
    asked.settled
FROM arm
INNER JOIN asked
    ON asked.app = arm.app
    AND asked.placement = arm.placement
    AND asked.variant = arm.variant
    AND asked.day >= arm.started
INNER JOIN log.app ON app.app = arm.app
LEFT JOIN log.word AS placement ON placement.word = arm.placement
WHERE arm.others > 0
$$;
