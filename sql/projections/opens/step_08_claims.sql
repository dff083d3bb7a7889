-- Step 8 of the opens projection: writes what step 6 found. Every row is there already; an UPDATE with a join might read the whole
-- table for it, this looks each up. May be run twice.
INSERT INTO notification (send_at, app, claims_app_open, installation_id, notification_id)
SELECT moved.send_at, moved.app, moved.claims_app_open, moved.installation_id, moved.notification_id
FROM moved_claim AS moved
ORDER BY moved.notification_id, moved.installation_id, moved.app
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET claims_app_open = excluded.claims_app_open
