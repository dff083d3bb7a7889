-- Returns the rows of opens_by_hour for its CSV file and for the pages.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT opens_by_hour.*
FROM analytics.opens_by_hour($1::date, $2::date, $3::timestamptz, $4::integer) AS opens_by_hour
WHERE $5::text IS NULL OR opens_by_hour.app_id = $5::text
