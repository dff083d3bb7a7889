-- Returns the rows of opt_in_trend for the pages.
SELECT table_row.*
FROM projection.opt_in_trend($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
WHERE $5::text IS NULL OR table_row.app_id = $5::text
