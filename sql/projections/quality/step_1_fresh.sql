-- Step 1 of the quality projection: the engagement events of the new batches, into the work table fresh_event. What is
-- counted already is passed over. Reads latency_counted.
-- $1, $2: positions; the batches after the first up to and with the second.
SELECT projection.collect_events(
    greatest($1::bigint, (SELECT latency_counted.position FROM latency_counted)), $2::bigint, 'notification_sent'
)
