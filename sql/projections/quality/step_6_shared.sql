-- Step 6 of the quality projection: stores the installations of steps 1 and 2 that several phones share, and since when.
-- Reads named_model. May be run twice.
INSERT INTO shared_installation AS known (shared_at, app, installation_id)
SELECT one_too_many.first_at, touched.app, touched.installation_id
FROM (
    SELECT DISTINCT event.installation_id, event.app
    FROM fresh_event AS event
    WHERE event.device_model IS NOT NULL
) AS touched
CROSS JOIN LATERAL (
    SELECT named.first_at
    FROM named_model AS named
    WHERE named.installation_id = touched.installation_id AND named.app = touched.app
    ORDER BY named.first_at
    OFFSET metric.most_device_models()
    LIMIT 1
) AS one_too_many
ORDER BY touched.installation_id, touched.app
ON CONFLICT (installation_id, app) DO UPDATE
    SET shared_at = excluded.shared_at
    WHERE excluded.shared_at < known.shared_at
