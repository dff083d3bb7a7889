-- Backfill 9 of the opens projection, in place of steps 1 to 9: the counts of one month. Reads notification, opening and
-- unsent_open, which must contain all months, and settings.
-- $1, $2: beginning and end of the month, for send_at, the beginning of days, and effective_at of opens without a send.
CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT counted.*
FROM projection.counted_opens($1::timestamptz, $2::timestamptz) AS counted
