-- Returns the rows of opt_in_by_variant for its CSV file.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT opt_in_by_variant.*
FROM analytics.opt_in_by_variant($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_variant
WHERE $5::text IS NULL OR opt_in_by_variant.app_id = $5::text
