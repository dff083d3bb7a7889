-- Step 5 of the quality projection: stores when each device model was first named by the permission events of steps 1
-- and 2. May be run twice.
INSERT INTO named_model AS model (first_at, app, device_model, installation_id)
SELECT min(event.effective_at), event.app, event.device_model, event.installation_id
FROM fresh_event AS event
WHERE event.device_model IS NOT NULL
GROUP BY event.installation_id, event.app, event.device_model
ORDER BY event.installation_id, event.app, event.device_model
ON CONFLICT (installation_id, app, device_model) DO UPDATE
    SET first_at = excluded.first_at
    WHERE excluded.first_at < model.first_at
