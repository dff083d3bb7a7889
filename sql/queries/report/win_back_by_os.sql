-- Returns the rows of win_back_by_os for its CSV file and for the pages.
SELECT
    table_row.app_id, table_row.os_name, table_row.os_version, (table_row.win_back).*, table_row.level,
    table_row.is_hidden
FROM projection.win_back_levels($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
ORDER BY
    table_row.app_id COLLATE "C", table_row.os_name COLLATE "C", stats.version_numbers(table_row.os_version)
