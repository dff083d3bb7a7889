-- Returns the rows of provisional_by_os for its CSV file and for the pages.
SELECT
    table_row.app_id, table_row.os_name, table_row.os_version, (table_row.trials).*,
    turned_off_rate.rate AS turned_off_rate, turned_off_rate.low AS turned_off_rate_low,
    turned_off_rate.high AS turned_off_rate_high,
    pending_rate.rate AS pending_rate, pending_rate.low AS pending_rate_low, pending_rate.high AS pending_rate_high,
    table_row.level, table_row.is_hidden
FROM projection.provisional_levels($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
CROSS JOIN LATERAL stats.published_rate((table_row.trials).turned_off, (table_row.trials).started) AS turned_off_rate
CROSS JOIN LATERAL stats.published_rate((table_row.trials).pending, (table_row.trials).started) AS pending_rate
WHERE $5::text IS NULL OR table_row.app_id = $5::text
ORDER BY
    table_row.app_id COLLATE "C", table_row.os_name COLLATE "C", stats.version_numbers(table_row.os_version)
