-- Returns the rows of opens_page for the pages.
SELECT
    table_row.level, table_row.app_id, table_row.day, table_row.os_name, table_row.os_version, table_row.is_open,
    (table_row.opens).*, (table_row.opens_24h).*,
    influenced_rate.low AS influenced_open_rate_low, influenced_rate.high AS influenced_open_rate_high
FROM projection.opens_levels(
    $1::date, $2::date, $3::timestamptz, $4::integer,
    -- Plots of more than 120 days are by week.
    ARRAY['app', CASE WHEN $2::date - $1::date < 120 THEN 'day' ELSE 'week' END, 'major', 'version']
) AS table_row
CROSS JOIN LATERAL stats.published_rate((table_row.opens).influenced_opens, (table_row.opens).sent) AS influenced_rate
-- A week that began before the range is not whole.
WHERE ($5::text IS NULL OR table_row.app_id = $5::text)
    AND (table_row.level <> 'week' OR table_row.day >= $1::date + 6)
ORDER BY
    table_row.app_id COLLATE "C", table_row.level COLLATE "C", table_row.day, table_row.os_name COLLATE "C",
    stats.version_numbers(table_row.os_version)
