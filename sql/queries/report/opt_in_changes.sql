-- Returns the rows of opt_in_changes for its CSV file and for the pages.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT opt_in_changes.*
FROM analytics.opt_in_changes($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_changes
WHERE $5::text IS NULL OR opt_in_changes.app_id = $5::text
