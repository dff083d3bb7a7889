-- Returns findings about incoming data. silent: an app or app version stopped sending. rejects: at least 1% of deliveries
-- were rejected. latency: at least 5% of an app's events came over 24 hours late. Both: in 7 days with at least 1,000 of
-- them, and twice the share of the 28 days before.
-- told: the first night that found it; part / base, part_before / base_before: the shares of that night.
CREATE OR REPLACE FUNCTION projection.intake_findings(to_day date, as_of timestamptz, minimum_cell integer)
RETURNS TABLE (
    app_id text,
    rule text,
    dimension text,
    name text,
    told date,
    since date,
    part bigint,
    base bigint,
    part_before bigint,
    base_before bigint
)
LANGUAGE sql STABLE
AS $$
-- A sender is an app or a version of it. Its days count from the first with 20 events or more.
WITH day_count AS (
    SELECT app.app_id, sender.dimension, sender.name, cell.day, sum(cell.events) AS events
    FROM projection.quality(to_day - 112, to_day, as_of, 'app_version') AS cell
    INNER JOIN log.app ON app.app = cell.app
    LEFT JOIN log.word ON word.word = cell.value
    CROSS JOIN LATERAL (VALUES ('all', ''), ('app_version', word.text)) AS sender (dimension, name)
    WHERE sender.name IS NOT NULL
    GROUP BY app.app_id, sender.dimension, sender.name, cell.day
),

-- gap: days without events before this one; week: events in the 7 days up to it; age: days before the sender's last.
sender_day AS (
    SELECT
        day_count.*,
        day_count.day - lag(day_count.day) OVER days_so_far - 1 AS gap,
        sum(day_count.events) OVER (
            days_so_far RANGE BETWEEN interval '6 days' PRECEDING AND CURRENT ROW
        ) AS week,
        max(day_count.day) OVER all_days AS last_day,
        max(day_count.day) OVER all_days - day_count.day AS age,
        min(day_count.day) FILTER (WHERE day_count.events >= 20) OVER all_days AS first_day
    FROM day_count
    WINDOW
        all_days AS (PARTITION BY day_count.app_id, day_count.dimension, day_count.name),
        days_so_far AS (all_days ORDER BY day_count.day)
),

-- The last day may be incomplete, so rates leave it out. The longest gap may be the one before it.
sender AS (
    SELECT
        sender_day.app_id,
        sender_day.dimension,
        sender_day.name,
        sender_day.last_day,
        coalesce(
            max(sender_day.gap) FILTER (WHERE sender_day.age < 28 AND sender_day.day > sender_day.first_day), 0
        ) AS gap,
        sum(sender_day.events) FILTER (WHERE sender_day.age BETWEEN 1 AND 28)
            / least(28, sender_day.last_day - sender_day.first_day) AS a_day,
        coalesce(sum(sender_day.events) FILTER (WHERE sender_day.age BETWEEN 1 AND 3), 0) / 3 AS a_day_of_three,
        coalesce(sum(sender_day.events) FILTER (WHERE sender_day.age BETWEEN 1 AND 7), 0) / 7 AS a_day_of_week,
        max(sender_day.week) FILTER (WHERE sender_day.age BETWEEN 1 AND 50) / 7 AS a_day_of_best_week
    FROM sender_day
    WHERE sender_day.day >= sender_day.first_day
        AND sender_day.last_day BETWEEN to_day - 55 AND to_day - 2
        AND sender_day.last_day - sender_day.first_day >= 7
    GROUP BY sender_day.app_id, sender_day.dimension, sender_day.name, sender_day.last_day, sender_day.first_day
),

-- Silent for 2 to 55 days, after sending for a week, and longer than any gap in the 28 days before. At the rate of
-- these 28 days, 30 events or more were due in the silence or its first week. It did not fade out: its last 3 whole
-- days had half the rate of its best week in 8, its last 7 two thirds. minimum_cell: the fewest events per day.
silence AS (
    SELECT
        sender.app_id,
        sender.dimension,
        sender.name,
        sender.last_day,
        sender.last_day + greatest(2, sender.gap + 1, ceil(30 / sender.a_day)::integer) AS told
    FROM sender
    WHERE to_day - sender.last_day > sender.gap
        AND sender.a_day * least(to_day - sender.last_day, 7) >= 30
        AND sender.a_day_of_three * 2 >= sender.a_day_of_best_week
        AND sender.a_day_of_week * 3 >= sender.a_day_of_best_week * 2
        AND sender.a_day_of_week >= minimum_cell
),

-- What came in the 7 days that end with each of the last 35 nights and in the 28 before them, and the share of it that
-- was rejected or late.
share AS (
    SELECT
        intake.app_id,
        intake.rule,
        night.day::date AS night,
        sum(intake.odd) FILTER (WHERE intake.day > night.day - interval '7 days') AS part,
        sum(intake.base) FILTER (WHERE intake.day > night.day - interval '7 days') AS base,
        sum(intake.odd) FILTER (WHERE intake.day <= night.day - interval '7 days') AS part_before,
        sum(intake.base) FILTER (WHERE intake.day <= night.day - interval '7 days') AS base_before,
        intake.told_from
    FROM generate_series(to_day - 34, to_day::timestamp, interval '1 day') AS night (day)
    INNER JOIN (
        SELECT
            NULL AS app_id, 'rejects' AS rule, 0.01 AS told_from, cell.day,
            sum(cell.deliveries) AS base, coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = 'rejected'), 0) AS odd
        FROM projection.delivery_cell AS cell
        WHERE cell.day BETWEEN to_day - 68 AND (SELECT metric.last_day(to_day, as_of))
        GROUP BY cell.day
        UNION ALL
        SELECT app.app_id, 'latency', 0.05, cell.day, sum(cell.events), sum(cell.over_24h)
        FROM projection.quality(to_day - 68, to_day, as_of, 'app_version') AS cell
        INNER JOIN log.app ON app.app = cell.app
        GROUP BY app.app_id, cell.day
    ) AS intake ON intake.day BETWEEN night.day - interval '34 days' AND night.day
    GROUP BY intake.app_id, intake.rule, intake.told_from, night.day
),

-- The nights up to tonight without a gap.
lasting_share AS (
    SELECT high_share.*
    FROM (
        SELECT
            share.*,
            to_day - share.night = row_number() OVER (
                PARTITION BY share.rule, share.app_id ORDER BY share.night DESC
            ) - 1 AS is_lasting
        FROM share
        WHERE share.base >= 1000
            AND share.part >= share.told_from * share.base
            AND share.base_before > 0
            AND share.part * share.base_before >= 2 * share.part_before * share.base
    ) AS high_share
    WHERE high_share.is_lasting
)

SELECT
    silence.app_id, 'silent' AS rule, silence.dimension, silence.name, silence.told, silence.last_day + 1 AS since,
    NULL::bigint AS part, NULL::bigint AS base, NULL::bigint AS part_before, NULL::bigint AS base_before
FROM silence
-- A version that fell silent with its whole app is not listed.
WHERE silence.dimension = 'all'
    OR NOT EXISTS (
        SELECT FROM silence AS app_silence
        WHERE app_silence.app_id = silence.app_id
            AND app_silence.dimension = 'all'
            AND app_silence.last_day <= silence.last_day
    )
UNION ALL
(
    SELECT DISTINCT ON (lasting_share.rule, lasting_share.app_id)
        lasting_share.app_id, lasting_share.rule, 'all', '', lasting_share.night, lasting_share.night - 6,
        lasting_share.part::bigint, lasting_share.base::bigint, lasting_share.part_before::bigint,
        lasting_share.base_before::bigint
    FROM lasting_share
    ORDER BY lasting_share.rule, lasting_share.app_id, lasting_share.night
)
$$;
