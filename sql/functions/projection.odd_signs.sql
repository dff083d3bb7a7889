-- Returns findings about incoming data. silent: an app or app version stopped sending (alert). rejects: at least 1% of
-- deliveries were rejected (alert). latency: at least 5% of an app's events came over 24 hours late (notice). Both: in
-- 7 days with at least 1,000 of them, and twice the share of the 28 days before.
-- told: the first night that found it; before, after: of that night.
CREATE OR REPLACE FUNCTION projection.odd_signs(to_day date, as_of timestamptz, minimum_cell integer)
RETURNS TABLE (
    app_id text,
    severity text,
    rule text,
    subject text,
    told date,
    since date,
    before double precision,
    after double precision
)
LANGUAGE sql STABLE
AS $$
-- A sender is an app or a version of it. Its days count from the first with 20 events or more.
WITH sending AS (
    SELECT app.app_id, sent.subject, cell.day, sum(cell.events) AS events
    FROM projection.quality(to_day - 112, to_day, as_of, 'app_version') AS cell
    INNER JOIN log.app ON app.app = cell.app
    LEFT JOIN log.word ON word.word = cell.value
    CROSS JOIN LATERAL (VALUES (true, NULL), (false, 'app version ' || word.text)) AS sent (is_whole, subject)
    WHERE sent.is_whole OR sent.subject IS NOT NULL
    GROUP BY app.app_id, sent.subject, cell.day
),

-- gap: days without events before this one; week: events in the 7 days up to it; age: days before the sender's last.
dated AS (
    SELECT
        sending.*,
        sending.day - lag(sending.day) OVER sender - 1 AS gap,
        sum(sending.events) OVER (
            sender RANGE BETWEEN interval '6 days' PRECEDING AND CURRENT ROW
        ) AS week,
        max(sending.day) OVER sent AS last_day,
        max(sending.day) OVER sent - sending.day AS age,
        min(sending.day) FILTER (WHERE sending.events >= 20) OVER sent AS first_day
    FROM sending
    WINDOW
        sent AS (PARTITION BY sending.app_id, sending.subject),
        sender AS (sent ORDER BY sending.day)
),

-- The last day may be incomplete, so rates leave it out. The longest gap may be the one before it.
ended AS (
    SELECT
        dated.app_id,
        dated.subject,
        dated.last_day,
        coalesce(max(dated.gap) FILTER (WHERE dated.age < 28 AND dated.day > dated.first_day), 0) AS gap,
        sum(dated.events) FILTER (WHERE dated.age BETWEEN 1 AND 28)
            / least(28, dated.last_day - dated.first_day) AS a_day,
        coalesce(sum(dated.events) FILTER (WHERE dated.age BETWEEN 1 AND 3), 0) / 3 AS a_day_of_three,
        coalesce(sum(dated.events) FILTER (WHERE dated.age BETWEEN 1 AND 7), 0) / 7 AS a_day_of_week,
        max(dated.week) FILTER (WHERE dated.age BETWEEN 1 AND 50) / 7 AS a_day_of_best_week
    FROM dated
    WHERE dated.day >= dated.first_day
        AND dated.last_day BETWEEN to_day - 55 AND to_day - 2
        AND dated.last_day - dated.first_day >= 7
    GROUP BY dated.app_id, dated.subject, dated.last_day, dated.first_day
),

-- Silent for 2 to 55 days, after sending for a week, and longer than any gap in the 28 days before. At the rate of
-- these 28 days, 30 events or more were due in the silence or its first week. It did not fade out: its last 3 whole
-- days had half the rate of its best week in 8, its last 7 two thirds. minimum_cell: the fewest events per day.
silent AS (
    SELECT
        ended.app_id,
        ended.subject,
        ended.last_day,
        ended.last_day + greatest(2, ended.gap + 1, ceil(30 / ended.a_day)::integer) AS told
    FROM ended
    WHERE to_day - ended.last_day > ended.gap
        AND ended.a_day * least(to_day - ended.last_day, 7) >= 30
        AND ended.a_day_of_three * 2 >= ended.a_day_of_best_week
        AND ended.a_day_of_week * 3 >= ended.a_day_of_best_week * 2
        AND ended.a_day_of_week >= minimum_cell
),

-- What came in the 7 days that end with each of the last 35 nights and in the 28 before them, and the share of it that
-- was rejected or late.
share AS (
    SELECT
        came.app_id,
        came.severity,
        came.rule,
        night.day::date AS night,
        sum(came.odd) FILTER (WHERE came.day <= night.day - interval '7 days')
            / nullif(sum(came.base) FILTER (WHERE came.day <= night.day - interval '7 days'), 0)::double precision AS before,
        sum(came.odd) FILTER (WHERE came.day > night.day - interval '7 days')
            / nullif(sum(came.base) FILTER (WHERE came.day > night.day - interval '7 days'), 0)::double precision AS after,
        sum(came.base) FILTER (WHERE came.day > night.day - interval '7 days') AS base_after,
        came.told_from
    FROM generate_series(to_day - 34, to_day::timestamp, interval '1 day') AS night (day)
    INNER JOIN (
        SELECT
            NULL AS app_id, 'alert' AS severity, 'rejects' AS rule, 0.01 AS told_from, cell.day,
            sum(cell.deliveries) AS base, coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = 'rejected'), 0) AS odd
        FROM projection.delivery_cell AS cell
        WHERE cell.day BETWEEN to_day - 68 AND (SELECT metric.last_day(to_day, as_of))
        GROUP BY cell.day
        UNION ALL
        SELECT app.app_id, 'notice', 'latency', 0.05, cell.day, sum(cell.events), sum(cell.over_24h)
        FROM projection.quality(to_day - 68, to_day, as_of, 'app_version') AS cell
        INNER JOIN log.app ON app.app = cell.app
        GROUP BY app.app_id, cell.day
    ) AS came ON came.day BETWEEN night.day - interval '34 days' AND night.day
    GROUP BY came.app_id, came.severity, came.rule, came.told_from, night.day
),

-- The nights up to tonight without a gap.
lasting AS (
    SELECT high.*
    FROM (
        SELECT
            share.*,
            to_day - share.night = row_number() OVER (
                PARTITION BY share.rule, share.app_id ORDER BY share.night DESC
            ) - 1 AS is_lasting
        FROM share
        WHERE share.base_after >= 1000 AND share.after >= share.told_from AND share.after >= 2 * share.before
    ) AS high
    WHERE high.is_lasting
)

SELECT silent.app_id, 'alert' AS severity, 'silent' AS rule, silent.subject, silent.told, silent.last_day + 1 AS since,
    NULL::double precision AS before, NULL::double precision AS after
FROM silent
-- A version that fell silent with its whole app is not listed.
WHERE silent.subject IS NULL
    OR NOT EXISTS (
        SELECT FROM silent AS whole
        WHERE whole.app_id = silent.app_id AND whole.subject IS NULL AND whole.last_day <= silent.last_day
    )
UNION ALL
(
    SELECT DISTINCT ON (lasting.rule, lasting.app_id)
        lasting.app_id, lasting.severity, lasting.rule, NULL, lasting.night, lasting.night - 6, lasting.before, lasting.after
    FROM lasting
    ORDER BY lasting.rule, lasting.app_id, lasting.night
)
$$;
