-- Step 1 of the states projection: collects the receipts and opens of new batches in the work table
-- collected_event. Skips batches that are already counted. Reads state_counted.
SELECT projection.collect_events(
    greatest($1::bigint, (SELECT state_counted.position FROM state_counted)), $2::bigint,
    '{notification_received,notification_opened}'
)
