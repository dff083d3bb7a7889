-- Step 6 of the opens projection for a rebuild: the work tables of what the sends and the days of one month count.
-- $1, $2: the month's beginning and end.
SELECT projection.count_month($1::timestamptz, $2::timestamptz)
