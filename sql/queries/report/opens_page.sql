-- Returns the rows of opens_page for the pages.
SELECT
    page.level, page.app_id, page.day, page.os_name, page.os_version, page.is_open, (page.opens).*,
    (page.opens_24h).*,
    influenced_rate.low AS influenced_open_rate_low, influenced_rate.high AS influenced_open_rate_high
FROM projection.opens_levels(
    $1::date, $2::date, $3::timestamptz, $4::integer,
    -- Plots of more than 120 days are by week.
    ARRAY['app', CASE WHEN $2::date - $1::date < 120 THEN 'day' ELSE 'week' END, 'major', 'version']
) AS page
CROSS JOIN LATERAL stats.published_rate((page.opens).influenced_opens, (page.opens).sent) AS influenced_rate
-- A week that began before the range is not whole.
WHERE ($5::text IS NULL OR page.app_id = $5::text)
    AND (page.level <> 'week' OR page.day >= $1::date + 6)
ORDER BY
    page.app_id COLLATE "C", page.level COLLATE "C", page.day, page.os_name COLLATE "C",
    stats.version_numbers(page.os_version)
