-- Step 1 of the journey projection: collects the opens of notifications of new batches in the work table fresh_event.
-- $1, $2: positions; the batches after $1 up to and including $2.
SELECT projection.collect_events($1::bigint, $2::bigint, '{notification_opened}')
