-- Returns the rows of opt_in_experiments for its CSV file and for the pages.
SELECT
    comparison.app_id, comparison.base, comparison.experiment, comparison.variant, comparison.outcome,
    {comparison: comparison.#},
    comparison.is_clear::text, comparison.split_p
FROM projection.opt_in_experiments($3::timestamptz, $4::integer) AS comparison
-- An experiment has its own days, so the range matters only if it is empty.
WHERE $1::date <= $2::date AND ($5::text IS NULL OR comparison.app_id = $5::text)
