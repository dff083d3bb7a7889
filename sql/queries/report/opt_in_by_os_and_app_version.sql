-- Returns the rows of opt_in_by_os_and_app_version for its CSV file and for the pages.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT page.app_id, page.os_name, page.os_version, page.app_version, (page.funnel).*, page.level
FROM projection.opt_in_table(
    $1::date, $2::date, $3::timestamptz, $4::integer, '{os_major,os_version,app_version}'
) AS page
WHERE $5::text IS NULL OR page.app_id = $5::text
