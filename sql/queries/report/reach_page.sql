-- Returns the rows of reach_page for the pages.
SELECT
    page.level, page.app_id, page.day, page.os_name, page.os_version, (page.standing).*, page.reach_rate,
    page.reach_rate_low, page.reach_rate_high
FROM projection.reach_page($1::date, $2::date, $3::timestamptz, $4::integer) AS page
WHERE $5::text IS NULL OR page.app_id = $5::text
