-- Returns the rows of provisional_by_os for its CSV file and for the pages.
SELECT
    page.app_id, page.os_name, page.os_version, (page.trials).*, turned_off_rate.rate AS turned_off_rate,
    turned_off_rate.low AS turned_off_rate_low, turned_off_rate.high AS turned_off_rate_high,
    pending_rate.rate AS pending_rate, pending_rate.low AS pending_rate_low, pending_rate.high AS pending_rate_high,
    page.level, page.is_hidden
FROM projection.provisional_levels($1::date, $2::date, $3::timestamptz, $4::integer) AS page
CROSS JOIN LATERAL stats.published_rate((page.trials).turned_off, (page.trials).started) AS turned_off_rate
CROSS JOIN LATERAL stats.published_rate((page.trials).pending, (page.trials).started) AS pending_rate
WHERE $5::text IS NULL OR page.app_id = $5::text
ORDER BY
    page.app_id COLLATE "C", page.os_name COLLATE "C", stats.version_numbers(page.os_version)
