-- Returns the rows of opens_daily for its CSV file.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT opens_daily.*
FROM analytics.opens_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS opens_daily
WHERE $5::text IS NULL OR opens_daily.app_id = $5::text
