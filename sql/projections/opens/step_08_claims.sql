-- Step 8 of the opens projection: writes what step 5 judged of sends that the new events tell nothing else of. Every row is
-- there already; an UPDATE with a join might read the whole table for it, this looks each up. May be run twice.
INSERT INTO notification (send_at, app, claims_app_open, installation_id, notification_id)
SELECT judged.send_at, judged.app, judged.claims_app_open, judged.installation_id, judged.notification_id
FROM judged_send AS judged
WHERE NOT judged.is_changed AND judged.claims_app_open <> judged.claimed_before
ORDER BY judged.notification_id, judged.installation_id, judged.app
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET claims_app_open = excluded.claims_app_open
