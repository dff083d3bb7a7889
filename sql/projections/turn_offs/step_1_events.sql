-- Step 1 of the turn_offs projection: collects the sends and app opens of new batches in the work table collected_event.
SELECT projection.collect_events($1::bigint, $2::bigint, '{notification_sent,app_opened}')
