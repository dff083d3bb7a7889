-- Returns the rows of opt_in_by_app_version for its CSV file and for the pages.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT opt_in_by_app_version.*
FROM analytics.opt_in_by_app_version($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_app_version
WHERE $5::text IS NULL OR opt_in_by_app_version.app_id = $5::text
