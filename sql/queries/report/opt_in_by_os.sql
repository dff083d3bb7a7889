-- Returns the rows of the report's table opt_in_by_os, for its CSV file and its pages. level: version, major or app.
-- difference, p: against the version before it of the same OS (projection.opt_in_page).
SELECT
    page.app_id, page.os_name, page.os_version, (page.funnel).*, (page.decisions).*,
    {kept_rates: page.#},
    page.decided_rate, page.decided_rate_low, page.decided_rate_high,
    page.difference, page.difference_low, page.difference_high, page.p, page.p_adjusted, page.level, page.is_hidden
FROM projection.opt_in_page($1::date, $2::date, $3::timestamptz, $4::integer) AS page
WHERE $5::text IS NULL OR page.app_id = $5::text
ORDER BY
    page.app_id COLLATE "C", page.os_name COLLATE "C", stats.version_numbers(page.os_version)
