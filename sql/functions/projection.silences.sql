-- Apps and app versions that fell silent: no event since last_day, though by their own recent rate and gaps there
-- should be. Days count from the first of 20 events or more. What is told ended 2 days to 8 weeks ago, a week or more
-- after its first day; it has been silent for longer than ever in its last 28 days; in that time, a week at most, it
-- would have sent 30 events or more at its rate of these 28 days; and it did not fade: its last three whole days had
-- half of the rate of its best week in 8, its last whole week two thirds.
-- to_day: the day to look back from; minimum_cell: the least events a day of a group that is told.
CREATE OR REPLACE FUNCTION projection.silences(to_day date, known_by timestamptz, minimum_cell integer)
RETURNS TABLE (app_id text, subject text, last_day date)
LANGUAGE sql STABLE
AS $$
WITH sending AS (
    SELECT app.app_id, sent.subject, cell.day, sum(cell.events) AS events
    FROM projection.events_by_version(to_day - 112, to_day, known_by) AS cell
    INNER JOIN log.app ON app.app = cell.app
    LEFT JOIN log.word ON word.word = cell.app_version
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
)

SELECT ended.app_id, ended.subject, ended.last_day
FROM ended
WHERE to_day - ended.last_day > ended.gap
    AND ended.a_day * least(to_day - ended.last_day, 7) >= 30
    AND ended.a_day_of_three * 2 >= ended.a_day_of_best_week
    AND ended.a_day_of_week * 3 >= ended.a_day_of_best_week * 2
    AND ended.a_day_of_week >= minimum_cell
$$;
