-- Step 6 of the quality projection: stores the installations of steps 1 and 2 that several phones share, and since when.
-- Reads named_model. May be run twice.
INSERT INTO shared_installation (shared_at, app, installation_id)
SELECT model.first_at, installation.app, installation.installation_id
FROM (
    SELECT DISTINCT event.installation_id, event.app
    FROM collected_event AS event
    WHERE event.type IN ({permission_events: '#'})
) AS installation
CROSS JOIN LATERAL (
    SELECT model.first_at
    FROM named_model AS model
    WHERE model.installation_id = installation.installation_id AND model.app = installation.app
    ORDER BY model.first_at
    OFFSET metric.most_device_models()
    LIMIT 1
) AS model
ORDER BY installation.installation_id, installation.app
ON CONFLICT (installation_id, app) DO UPDATE
    SET shared_at = excluded.shared_at
    WHERE excluded.shared_at < shared_installation.shared_at
