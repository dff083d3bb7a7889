-- Returns the rows of reject_examples for the pages.
-- $1 to $3: first day, last day, cutoff. Counts all apps together.
SELECT reject_examples.*
FROM analytics.reject_examples($1::date, $2::date, $3::timestamptz) AS reject_examples
