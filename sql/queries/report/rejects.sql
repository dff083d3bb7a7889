-- Returns the rows of rejects for its CSV file and for the pages.
-- $1 to $3: first day, last day, cutoff. Counts all apps together.
SELECT rejects.* FROM analytics.rejects($1::date, $2::date, $3::timestamptz) AS rejects
