-- Returns the rows of marks for its CSV file and for the pages. Metrics: Uncertainty.
-- since, before: of a mark of the team, the opt-in rate of its app from the mark's day to the last day of which all
-- answers are known, and of as many days before; null if either has fewer than 300 people. difference, p: of these
-- rates. Only pages have them.
WITH table_row AS MATERIALIZED (
    SELECT mark.*, mark.kind = 'team' AS is_own
    FROM analytics.marks($1::date, $2::date, $3::timestamptz, $4::integer) AS mark
    WHERE $5::text IS NULL OR mark.app_id = $5::text
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
    SELECT app.app_id, prompts.day, sum(prompts.people) AS people, sum(prompts.allowed) AS allowed
    FROM settled
    CROSS JOIN LATERAL projection.prompts(
        (
            SELECT min(table_row.day - (settled.last_day - table_row.day + 1)) FROM table_row WHERE table_row.is_own
        ),
        settled.last_day,
        $3::timestamptz, '{os}'
    ) AS prompts
    INNER JOIN log.app ON app.app = prompts.app
    GROUP BY app.app_id, prompts.day
)

SELECT
    table_row.app_id,
    table_row.day,
    table_row.kind,
    table_row.name,
    table_row.is_new::text,
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
FROM table_row
CROSS JOIN settled
LEFT JOIN LATERAL (
    SELECT
        sum(day_count.people) FILTER (WHERE day_count.day >= table_row.day)::bigint AS people_since,
        sum(day_count.allowed) FILTER (WHERE day_count.day >= table_row.day)::bigint AS allowed_since,
        sum(day_count.people) FILTER (WHERE day_count.day < table_row.day)::bigint AS people_before,
        sum(day_count.allowed) FILTER (WHERE day_count.day < table_row.day)::bigint AS allowed_before
    FROM day_count
    WHERE day_count.app_id = table_row.app_id
        AND day_count.day >= table_row.day - (settled.last_day - table_row.day + 1)
) AS total
    ON table_row.is_own AND least(total.people_since, total.people_before) >= greatest(300, $4::integer)
LEFT JOIN LATERAL stats.published_rate(total.allowed_since, total.people_since) AS since_rate ON true
LEFT JOIN LATERAL stats.published_rate(total.allowed_before, total.people_before) AS before_rate ON true
LEFT JOIN LATERAL stats.published_difference(
    total.allowed_since, total.people_since, total.allowed_before, total.people_before
) AS change ON true
ORDER BY table_row.app_id COLLATE "C", table_row.day, table_row.kind COLLATE "C", table_row.name COLLATE "C"
