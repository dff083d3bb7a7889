-- Findings of what comes in: apps and app versions that fell silent (an alert); and of the last 7 days' deliveries 1 % or more
-- rejected (an alert), or of an app's events 5 % or more that came after 24 hours (a notice), of each twice as much as in the 28
-- days before.
CREATE OR REPLACE FUNCTION projection.odd_signs(to_day date, known_by timestamptz, minimum_cell integer)
RETURNS TABLE (
    app_id text,
    severity text,
    rule text,
    subject text,
    since date,
    before double precision,
    after double precision
)
LANGUAGE sql STABLE
AS $$
-- Days of a sender, an app or a version of it, count from its first of 20 events or more.
WITH sending AS (
    SELECT app.app_id, sent.subject, cell.day, sum(cell.events) AS events
    FROM projection.quality(to_day - 112, to_day, known_by, 'app_version') AS cell
    INNER JOIN log.app ON app.app = cell.app
    LEFT JOIN log.word ON word.word = cell.value
    CROSS JOIN LATERAL (VALUES (true, NULL), (false, 'app version ' || word.text)) AS sent (is_whole, subject)
    WHERE sent.is_whole OR sent.subject IS NOT NULL
    GROUP BY app.app_id, sent.subject, cell.day
),

-- The gap before each day, the week that ends with it, and how many days it lies before the last.
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

-- The last day may be cut short, so it is in no rate. The longest gap may end with it.
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

-- Silent for 2 days to 8 weeks, after a week or more, and for longer than ever in the last 28 days before; in that time, a
-- week at most, 30 events or more were due at the rate of these 28 days; and it did not fade: its last three whole days
-- had half of the rate of its best week in 8, its last whole week two thirds. minimum_cell: the least events a day.
silent AS (
    SELECT ended.app_id, ended.subject, ended.last_day
    FROM ended
    WHERE to_day - ended.last_day > ended.gap
        AND ended.a_day * least(to_day - ended.last_day, 7) >= 30
        AND ended.a_day_of_three * 2 >= ended.a_day_of_best_week
        AND ended.a_day_of_week * 3 >= ended.a_day_of_best_week * 2
        AND ended.a_day_of_week >= minimum_cell
),

-- Of the last 7 days, and of the 28 before them, how much came and how much of it was odd.
share AS (
    SELECT
        came.app_id,
        came.severity,
        came.rule,
        came.told_from,
        sum(came.odd) FILTER (WHERE came.day <= to_day - 7)
            / nullif(sum(came.base) FILTER (WHERE came.day <= to_day - 7), 0)::double precision AS before,
        sum(came.odd) FILTER (WHERE came.day > to_day - 7)
            / nullif(sum(came.base) FILTER (WHERE came.day > to_day - 7), 0)::double precision AS after,
        sum(came.base) FILTER (WHERE came.day > to_day - 7) AS base_after
    FROM (
        SELECT
            NULL AS app_id, 'alert' AS severity, 'rejects' AS rule, 0.01 AS told_from, cell.day,
            cell.deliveries AS base, CASE cell.outcome WHEN 'rejected' THEN cell.deliveries ELSE 0 END AS odd
        FROM projection.delivery_cell AS cell
        WHERE cell.day BETWEEN to_day - 34 AND least(to_day, (SELECT stats.day(known_by)))
        UNION ALL
        SELECT app.app_id, 'notice', 'latency', 0.05, cell.day, cell.events, cell.over_24h
        FROM projection.quality(to_day - 34, to_day, known_by, 'app_version') AS cell
        INNER JOIN log.app ON app.app = cell.app
    ) AS came
    GROUP BY came.app_id, came.severity, came.rule, came.told_from
)

SELECT silent.app_id, 'alert', 'silent', silent.subject, silent.last_day + 1, NULL, NULL
FROM silent
-- An app that is silent says it for its versions.
WHERE silent.subject IS NULL
    OR NOT EXISTS (
        SELECT FROM silent AS whole
        WHERE whole.app_id = silent.app_id AND whole.subject IS NULL AND whole.last_day <= silent.last_day
    )
UNION ALL
SELECT share.app_id, share.severity, share.rule, NULL, to_day - 6, share.before, share.after
FROM share
WHERE share.base_after >= 1000 AND share.after >= share.told_from AND share.after >= 2 * share.before
$$;
