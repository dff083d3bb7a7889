-- Step 1 of the journey projection: the opens of notifications of the new batches, into the work table fresh_event.
-- $1, $2: positions; the batches after the first up to and with the second.
SELECT projection.collect_events($1::bigint, $2::bigint, 'notification_opened', 'notification_opened')
