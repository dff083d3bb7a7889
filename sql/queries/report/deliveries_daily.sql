-- Returns the rows of deliveries_daily for its CSV file and for the pages.
-- $1 to $3: first day, last day, cutoff. Counts all apps together.
SELECT deliveries_daily.*
FROM analytics.deliveries_daily($1::date, $2::date, $3::timestamptz) AS deliveries_daily
