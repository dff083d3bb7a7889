-- Returns the rows of reach_daily for its CSV file.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT reach_daily.*
FROM analytics.reach_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS reach_daily
WHERE $5::text IS NULL OR reach_daily.app_id = $5::text
