-- Returns the rows of the report's table opt_in_by_os, for its CSV file and its pages. level: version, major or app.
-- difference, p: against the version before it of the same OS (projection.opt_in_page).
SELECT
    table_row.app_id, table_row.os_name, table_row.os_version, (table_row.funnel).*, (table_row.decisions).*,
    {kept_rates: table_row.#},
    table_row.decided_rate, table_row.decided_rate_low, table_row.decided_rate_high,
    table_row.difference, table_row.difference_low, table_row.difference_high, table_row.p, table_row.p_adjusted,
    table_row.level, table_row.is_hidden
FROM projection.opt_in_page($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
ORDER BY
    table_row.app_id COLLATE "C", table_row.os_name COLLATE "C", stats.version_numbers(table_row.os_version)
