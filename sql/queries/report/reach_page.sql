-- Returns installations by status for the pages: whole apps per day, OS versions on the last day.
SELECT
    table_row.level, table_row.app_id, table_row.day, table_row.os_name, table_row.os_version,
    (table_row.status_counts).*, table_row.reach_rate, table_row.reach_rate_low, table_row.reach_rate_high,
    table_row.at_once_rate, table_row.at_once_rate_low, table_row.at_once_rate_high
FROM projection.reach_page($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
