-- Returns the rows of opt_in_daily for its CSV file.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT
    opt_in_daily.app_id, opt_in_daily.day, opt_in_daily.os_name, opt_in_daily.os_version, {funnel: opt_in_daily.#}
FROM analytics.opt_in_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_daily
WHERE $5::text IS NULL OR opt_in_daily.app_id = $5::text
