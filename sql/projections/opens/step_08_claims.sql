-- Step 8 of the opens projection: writes what step 7 found. Every row is there already; an UPDATE with a join might read the
-- whole table for it, this looks each up. May be run twice.
INSERT INTO notification (send_at, app, claims_app_open, installation_id, notification_id)
SELECT changed.send_at, changed.app, changed.claims_app_open, changed.installation_id, changed.notification_id
FROM changed_claim AS changed
ORDER BY changed.notification_id, changed.installation_id, changed.app
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET claims_app_open = excluded.claims_app_open
