-- Step 2 of the journey projection: stores the opens of step 1 by installation and effective time. May be run twice.
INSERT INTO notification_open (effective_at, received_at, app, installation_id)
SELECT
    event.effective_at,
    min(event.received_at) AS received_at,
    event.app,
    event.installation_id
FROM collected_event AS event
GROUP BY event.installation_id, event.app, event.effective_at
ORDER BY event.installation_id, event.app, event.effective_at
ON CONFLICT (installation_id, app, effective_at) DO UPDATE
    SET received_at = excluded.received_at
    WHERE excluded.received_at < notification_open.received_at
