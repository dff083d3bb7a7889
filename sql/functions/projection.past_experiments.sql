-- Counts the people asked with a variant since the first day with a second variant at their placement, up to the last
-- day whose conversion windows are over, by day. Metrics: Read every day. Called by projection.past.
-- control: the variant named control, otherwise the first in order of name; others: the number of other variants;
-- started, last_day: of the placement.
CREATE OR REPLACE FUNCTION projection.past_experiments(as_of timestamptz)
RETURNS SETOF projection.experiment_day
LANGUAGE sql STABLE
AS $$
WITH asked AS MATERIALIZED (
    SELECT
        app.app_id,
        coalesce(placement.text, '') AS placement,
        variant.text AS variant,
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
    INNER JOIN log.app ON app.app = counted.app
    INNER JOIN log.word AS variant ON variant.word = counted.value
    LEFT JOIN log.word AS placement ON placement.word = counted.other
    GROUP BY app.app_id, coalesce(placement.text, ''), variant.text, counted.day
    HAVING sum(counted.asked) > 0
),

begun AS (
    SELECT shown.app_id, shown.placement, min(shown.first_day) AS started
    FROM (
        SELECT
            asked.app_id,
            asked.placement,
            min(asked.day) AS first_day,
            row_number() OVER (PARTITION BY asked.app_id, asked.placement ORDER BY min(asked.day)) AS place
        FROM asked
        GROUP BY asked.app_id, asked.placement, asked.variant
    ) AS shown
    WHERE shown.place > 1
    GROUP BY shown.app_id, shown.placement
),

arm AS (
    SELECT
        asked.app_id,
        asked.placement,
        asked.variant,
        begun.started,
        max(max(asked.day)) OVER placements AS last_day,
        count(*) OVER placements - 1 AS others,
        first_value(asked.variant) OVER (
            placements ORDER BY asked.variant <> 'control', asked.variant COLLATE "C"
        ) AS control
    FROM asked
    INNER JOIN begun ON begun.app_id = asked.app_id AND begun.placement = asked.placement
    WHERE asked.day >= begun.started
    GROUP BY asked.app_id, asked.placement, asked.variant, begun.started
    WINDOW placements AS (PARTITION BY asked.app_id, asked.placement)
)

SELECT
    arm.app_id,
    arm.placement,
    arm.variant,
    arm.control,
    arm.others::integer,
    arm.started,
    arm.last_day,
    asked.day,
    asked.granted,
    asked.settled
FROM arm
INNER JOIN asked
    ON asked.app_id = arm.app_id
    AND asked.placement = arm.placement
    AND asked.variant = arm.variant
    AND asked.day >= arm.started
WHERE arm.others > 0
$$;
