-- Returns the rows of turn_offs_by_campaign for its CSV file and for the pages. last_sent: the campaign's last day with a
-- send in the range, null if withheld; is_open: whether a turn-off can still be found to come after one of its sends.
WITH table_row AS MATERIALIZED (
    SELECT table_row.*
    FROM analytics.turn_offs_by_campaign($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
    WHERE $5::text IS NULL OR table_row.app_id = $5::text
),

sending AS (
    SELECT
        app.app_id,
        CASE WHEN table_row.app_id IS NOT NULL THEN coalesce(word.text, '') ELSE metric.rest() END AS campaign,
        max(counter.day) AS last_sent
    FROM projection.opens(
        $1::date, $2::date, (SELECT metric.cutoff($3::timestamptz)), 'campaign'
    ) AS counter
    INNER JOIN log.app ON app.app = counter.app
    LEFT JOIN log.word ON word.word = counter.value
    LEFT JOIN table_row
        ON table_row.app_id = app.app_id AND coalesce(table_row.campaign, '') = coalesce(word.text, '')
    WHERE counter.sent > 0
    GROUP BY 1, 2
)

SELECT
    table_row.*,
    sending.last_sent,
    sending.last_sent > (
        SELECT projection.last_settled_day(
            metric.cutoff($3::timestamptz), extract(epoch FROM metric.longest_gap())::bigint, settings.time_zone
        )
        FROM projection.settings
    ) AS is_open
FROM table_row
LEFT JOIN sending
    ON sending.app_id = table_row.app_id
    AND sending.campaign = coalesce(table_row.campaign, '')
    AND table_row.sent IS NOT NULL
ORDER BY table_row.app_id COLLATE "C", coalesce(table_row.campaign, '') COLLATE "C"
