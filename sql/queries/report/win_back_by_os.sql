-- Returns the rows of win_back_by_os for its CSV file and for the pages.
SELECT page.app_id, page.os_name, page.os_version, (page.win_back).*, page.level, page.is_hidden
FROM projection.win_back_levels($1::date, $2::date, $3::timestamptz, $4::integer) AS page
WHERE $5::text IS NULL OR page.app_id = $5::text
ORDER BY
    page.app_id COLLATE "C", page.os_name COLLATE "C", stats.version_numbers(page.os_version)
