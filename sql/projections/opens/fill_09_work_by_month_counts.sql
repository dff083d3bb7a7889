-- Step 9 of the opens projection for a rebuild: what the sends and the days of one month count, into the work table changed_count.
-- $1, $2: the month's beginning and end.
SELECT projection.count_month($1::timestamptz, $2::timestamptz)
