-- Step 1 of the activity projection: collects the opens (of notifications and the app) of new batches in the work table
-- collected_event. $1, $2: positions; the batches after $1 up to and including $2.
SELECT projection.collect_events($1::bigint, $2::bigint, '{notification_opened,app_opened}')
