-- Backfill 8 of the opens projection, in place of steps 1 to 8: the counts of one month. Reads notification, opening and
-- open_without_send, which must contain all months, and settings.
-- $1, $2: beginning and end of the month. It contains the sends by send_at, the active days by their beginning, and opens
-- without a send by effective_at.
CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT 1 AS sign, change.*
FROM projection.counted_opens($1::timestamptz, $2::timestamptz) AS change
