-- Returns the rows of opt_in_experiments for its CSV file and for the pages.
SELECT
    table_row.app_id, table_row.base, table_row.experiment, table_row.variant, table_row.outcome,
    {comparison: table_row.#},
    table_row.is_clear::text, table_row.split_p
FROM projection.opt_in_experiments($3::timestamptz, $4::integer) AS table_row
-- An experiment has its own days, so the range matters only if it is empty.
WHERE $1::date <= $2::date AND ($5::text IS NULL OR table_row.app_id = $5::text)
