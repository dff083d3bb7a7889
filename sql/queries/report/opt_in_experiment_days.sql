-- Returns the rows of opt_in_experiment_days for its CSV file and for the pages.
SELECT table_row.*
FROM analytics.opt_in_experiment_days($3::timestamptz, $4::integer) AS table_row
WHERE $1::date <= $2::date AND ($5::text IS NULL OR table_row.app_id = $5::text)
