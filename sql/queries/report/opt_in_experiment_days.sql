-- Returns the rows of opt_in_experiment_days for its CSV file and for the pages.
SELECT opt_in_experiment_days.*
FROM analytics.opt_in_experiment_days($3::timestamptz, $4::integer) AS opt_in_experiment_days
WHERE $1::date <= $2::date AND ($5::text IS NULL OR opt_in_experiment_days.app_id = $5::text)
