-- Returns the rows of key_numbers for its CSV file and for the pages.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT key_numbers.*
FROM analytics.key_numbers($1::date, $2::date, $3::timestamptz, $4::integer) AS key_numbers
WHERE $5::text IS NULL OR key_numbers.app_id = $5::text
