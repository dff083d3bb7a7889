-- Step 4 of the quality projection for a rebuild: the ids of one month's engagement events. Reads the log up to the
-- rebuild's head. $1, $2: the month's beginning and end, of effective_at.
SELECT projection.take_ids_between($1::timestamptz, $2::timestamptz)
