-- Steps 1 to 7 of the opens projection for the cells of a rebuild, of one month. Reads notification, opening and unsent_open with all
-- months, and settings.
-- $1, $2: the month's beginning and end, of send_at, of the instant at which a day begins, and of an open without a send.
CREATE TEMPORARY TABLE changed_count ON COMMIT DROP AS
SELECT counted.*
FROM projection.counted_opens($1::timestamptz, $2::timestamptz) AS counted
