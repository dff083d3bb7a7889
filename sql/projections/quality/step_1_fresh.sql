-- Step 1 of the quality projection: collects the engagement events of new batches in the work table fresh_event. Skips
-- batches that are already counted. Reads latency_counted.
SELECT projection.collect_events(
    greatest($1::bigint, (SELECT latency_counted.position FROM latency_counted)), $2::bigint,
    ARRAY[{engagement_events: '#'}]::event_type[]
)
