-- Step 8 of the opens projection: writes what step 7 found. May be run twice.
UPDATE notification
SET claims_app_open = changed.claims_app_open
FROM changed_claim AS changed
WHERE notification.app = changed.app
    AND notification.notification_id = changed.notification_id
    AND notification.installation_id = changed.installation_id
