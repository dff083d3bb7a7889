-- Step 2 of the quality projection: the permission events of the new batches, into the work table of step 1. What is
-- counted already is passed over. Reads log.permission_event and latency_counted.
-- $1, $2: positions; the batches after the first up to and with the second.
INSERT INTO fresh_event (
    effective_at, occurred_at, received_at, app, app_version, type, is_local, installation_id, id
)
SELECT
    event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version, event.type, false,
    event.installation_id, event.id
FROM log.permission_event AS event
WHERE event.batch_id = ANY (ARRAY(
        SELECT batch.batch_id
        FROM log.batch
        WHERE batch.position <= $2::bigint
            AND batch.position > greatest($1::bigint, (SELECT latency_counted.position FROM latency_counted))
    ))
    -- A time that the contract knows.
    AND isfinite(event.effective_at)
