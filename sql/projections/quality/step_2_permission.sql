-- Step 2 of the quality projection: the permission events of the new batches, into the work table of step 1. What is
-- counted already is passed over. Reads log.permission_event and latency_counted.
-- $1, $2: positions; the batches after the first up to and with the second.
INSERT INTO fresh_event (
    effective_at, occurred_at, received_at, app, app_version, type, is_local, installation_id, id
)
SELECT
    event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version, event.type, false,
    event.installation_id, event.id
FROM projection.permission_events($1::bigint, $2::bigint) AS event
INNER JOIN log.batch ON batch.batch_id = event.batch_id
WHERE batch.position > coalesce((SELECT latency_counted.position FROM latency_counted), 0)
    -- A time that the contract knows.
    AND isfinite(event.effective_at)
