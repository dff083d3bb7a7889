-- Backfill 3 of the opens projection: the notifications that have events in one month. Reads the log up to the rebuild's
-- head, the last position that backfills read, and settings. $1, $2: beginning and end of the month, by effective_at.
SELECT projection.write_notifications($1::timestamptz, $2::timestamptz, projection.backfill_head('opens'))
