-- Fill 4 of the opens projection: the notifications that one month tells of. Reads the log up to the rebuild's head and settings.
-- $1, $2: the month's beginning and end, of effective_at.
SELECT projection.write_notifications($1::timestamptz, $2::timestamptz, projection.fill_head('opens'))
