-- Step 1 of the opens projection: collects the engagement events of new batches in the work table collected_event.
SELECT projection.collect_events(
    $1::bigint, $2::bigint, '{notification_sent,notification_received,notification_opened,app_opened}'
)
