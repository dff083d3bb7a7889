-- Step 4 of the opens projection for a rebuild: the notifications that one month tells of. Fill 6 adds which app opens belong to
-- their sends. Reads the log up to the rebuild's head and settings.
-- $1, $2: the month's beginning and end, of effective_at.
SELECT count(*)
FROM projection.write_notifications(NULL, $1::timestamptz, $2::timestamptz, projection.fill_head('opens'))
