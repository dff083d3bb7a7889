-- Steps 1 to 3 of the quality projection for a rebuild: the permission events of a range of installations, into the work table
-- fresh_event. Reads the log up to the rebuild's head.
-- $1, $2: after which installation_id (null: from the first on), and up to and with which.
CREATE TEMPORARY TABLE fresh_event ON COMMIT DROP AS
SELECT
    event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version, event.installation_id,
    event.id
FROM permission_event AS event
WHERE ($1::uuid IS NULL OR event.installation_id > $1::uuid)
    AND event.installation_id <= $2::uuid
    AND NOT event.batch_id <@ (SELECT projection.batches(projection.fill_head('quality')))
    -- A time that the contract knows.
    AND isfinite(event.effective_at)
