-- Step 5 of the quality projection for a rebuild: the permission events of a range of installations by app version. Reads
-- the log up to the rebuild's head, and settings.
-- $1, $2: after which installation_id (null: from the first on), and up to and with which.
INSERT INTO version_cell AS cell (events, app, day, app_version)
SELECT
    count(*),
    event.app,
    (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    coalesce(event.app_version, 0) AS app_version
FROM log.permission_event AS event
WHERE ($1::uuid IS NULL OR event.installation_id > $1::uuid)
    AND event.installation_id <= $2::uuid
    AND event.batch_id <> ALL (ARRAY(
        SELECT batch.batch_id FROM log.batch WHERE batch.position > projection.fill_head('quality')
    ))
    -- A time that the contract knows.
    AND isfinite(event.effective_at)
GROUP BY event.app, day, coalesce(event.app_version, 0)
ORDER BY event.app, day, coalesce(event.app_version, 0)
ON CONFLICT (app, day, app_version) DO UPDATE SET events = cell.events + excluded.events
