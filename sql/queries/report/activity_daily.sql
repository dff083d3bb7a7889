-- Returns the rows of activity_daily for its CSV file and for the pages.
SELECT
    table_row.*,
    stats.published(
        stats.wilson_low(table_row.reachable_28d, table_row.active_28d)
    ) AS reach_rate_28d_low,
    stats.published(
        stats.wilson_high(table_row.reachable_28d, table_row.active_28d)
    ) AS reach_rate_28d_high
FROM analytics.activity_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
