-- Returns the rows of opens_by_campaign for its CSV file and for the pages.
SELECT
    table_row.*,
    stats.published(
        stats.wilson_low(table_row.influenced_opens, table_row.sent)
    ) AS influenced_open_rate_low,
    stats.published(
        stats.wilson_high(table_row.influenced_opens, table_row.sent)
    ) AS influenced_open_rate_high
FROM analytics.opens_by_campaign($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
