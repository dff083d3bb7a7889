-- Returns the rows of restatements for its CSV file and for the pages.
SELECT table_row.*
FROM analytics.restatements($1::date, $2::date, $3::timestamptz, $4::integer, $5::text) AS table_row
