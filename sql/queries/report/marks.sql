-- Returns the rows of marks for its CSV file and for the pages. Metrics: Uncertainty.
-- since, before: of a mark of the team, the opt-in rate of its app from the mark's day to the last day of which all answers
-- are known, and of as many days before; null if either has fewer than 300 people. difference, p: of these rates.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
WITH mark AS MATERIALIZED (
    SELECT marks.app_id, marks.day, marks.kind, marks.name, marks.is_new, marks.kind = 'team' AS is_own
    FROM analytics.marks($1::date, $2::date, $3::timestamptz, $4::integer) AS marks
    WHERE $5::text IS NULL OR marks.app_id = $5::text
),

settled AS MATERIALIZED (
    SELECT
        least(
            $2::date,
            projection.last_settled_day($3::timestamptz, settings.conversion_window_seconds, settings.time_zone)
        ) AS last_day
    FROM projection.settings
),

-- Every prompt has a row of the dimension os.
day_count AS MATERIALIZED (
    SELECT app.app_id, prompts.day, sum(prompts.asked) AS asked, sum(prompts.allowed) AS allowed
    FROM settled
    CROSS JOIN LATERAL projection.prompts(
        (
            SELECT min(mark.day - (settled.last_day - mark.day + 1)) FROM mark WHERE mark.is_own
        ),
        settled.last_day,
        $3::timestamptz, '{os}'
    ) AS prompts
    INNER JOIN log.app ON app.app = prompts.app
    GROUP BY app.app_id, prompts.day
)

SELECT
    mark.app_id,
    mark.day,
    mark.kind,
    mark.name,
    mark.is_new::text,
    since_rate.rate AS since,
    since_rate.low AS since_low,
    since_rate.high AS since_high,
    before_rate.rate AS before,
    before_rate.low AS before_low,
    before_rate.high AS before_high,
    change.difference,
    change.low AS difference_low,
    change.high AS difference_high,
    stats.published(change.p) AS p
FROM mark
CROSS JOIN settled
LEFT JOIN LATERAL (
    SELECT
        sum(day_count.asked) FILTER (WHERE day_count.day >= mark.day)::bigint AS asked_since,
        sum(day_count.allowed) FILTER (WHERE day_count.day >= mark.day)::bigint AS allowed_since,
        sum(day_count.asked) FILTER (WHERE day_count.day < mark.day)::bigint AS asked_before,
        sum(day_count.allowed) FILTER (WHERE day_count.day < mark.day)::bigint AS allowed_before
    FROM day_count
    WHERE day_count.app_id = mark.app_id
        AND day_count.day >= mark.day - (settled.last_day - mark.day + 1)
) AS people
    ON mark.is_own AND least(people.asked_since, people.asked_before) >= greatest(300, $4::integer)
LEFT JOIN LATERAL stats.published_rate(people.allowed_since, people.asked_since) AS since_rate ON true
LEFT JOIN LATERAL stats.published_rate(people.allowed_before, people.asked_before) AS before_rate ON true
LEFT JOIN LATERAL stats.published_difference(
    people.allowed_since, people.asked_since, people.allowed_before, people.asked_before
) AS change ON true
ORDER BY mark.app_id COLLATE "C", mark.day, mark.kind COLLATE "C", mark.name COLLATE "C"
