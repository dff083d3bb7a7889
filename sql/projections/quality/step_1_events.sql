-- Step 1 of the quality projection: collects the engagement events of new batches in the work table
-- collected_event. Skips batches that are already counted. Reads quality_counted.
SELECT projection.collect_events(
    greatest($1::bigint, (SELECT quality_counted.position FROM quality_counted)), $2::bigint,
    ARRAY[{engagement_events: '#'}]::event_type[]
)
