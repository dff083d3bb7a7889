-- Returns the rows of opt_in_trend for the pages.
SELECT opt_in_trend.*
FROM projection.opt_in_trend($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_trend
WHERE $5::text IS NULL OR opt_in_trend.app_id = $5::text
