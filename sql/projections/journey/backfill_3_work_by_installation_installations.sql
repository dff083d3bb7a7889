-- Step 3 of the journey projection for a rebuild: all installations of a range of ids, in the work table
-- `changed_installation`. Reads the log.
CREATE TEMPORARY TABLE changed_installation ON COMMIT DROP AS
SELECT
    event.installation_id,
    event.app,
    count(*) AS new_events,
    (SELECT projection.backfill_head('journey')) AS up_to
FROM permission_event AS event
WHERE ($1::uuid IS NULL OR event.installation_id > $1::uuid) AND event.installation_id <= $2::uuid
    AND NOT event.batch_id <@ (SELECT projection.batches(projection.backfill_head('journey')))
GROUP BY event.installation_id, event.app
