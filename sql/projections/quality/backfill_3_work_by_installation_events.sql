-- Backfill 3 of the quality projection, in place of steps 1 to 3: collects the permission events of a range of
-- installations in the work table collected_event. Reads the log up to the head of the rebuild, the last position
-- that its backfills read.
CREATE TEMPORARY TABLE collected_event ON COMMIT DROP AS
SELECT
    event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version, event.device_model,
    event.type, event.installation_id
FROM permission_event AS event
WHERE ($1::uuid IS NULL OR event.installation_id > $1::uuid)
    AND event.installation_id <= $2::uuid
    AND NOT event.batch_id <@ (SELECT projection.batches(projection.backfill_head('quality')))
    -- Excludes infinite times, which the event format does not have.
    AND isfinite(event.effective_at)
