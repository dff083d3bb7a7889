-- Step 1 of the journey projection: collects the opens of notifications of new batches in the work table
-- collected_event.
SELECT projection.collect_events($1::bigint, $2::bigint, '{notification_opened}')
