-- Step 5 of the opens projection: writes the notifications that step 4 changed. Steps 6 and 8 write which app opens belong to them.
-- May be run twice.
INSERT INTO notification (
    send_at, send_occurred_at, app, send_period, own_os, os, campaign, claims_app_open, installation_id, send_id,
    notification_id, received, opened
)
SELECT
    changed.send_at, changed.send_occurred_at, changed.app, projection.period(changed.send_at), changed.own_os,
    changed.os, changed.campaign, changed.claims_app_open, changed.installation_id, changed.send_id,
    changed.notification_id, changed.received_after, changed.opened_after
FROM changed_notification AS changed
WHERE changed.is_moved
    OR NOT changed.is_known
    OR changed.os IS DISTINCT FROM changed.os_before
    OR changed.received_after IS DISTINCT FROM changed.received_before
    OR changed.opened_after IS DISTINCT FROM changed.opened_before
ORDER BY changed.notification_id, changed.installation_id, changed.app
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET
    send_at = excluded.send_at,
    send_occurred_at = excluded.send_occurred_at,
    send_period = excluded.send_period,
    own_os = excluded.own_os,
    os = excluded.os,
    campaign = excluded.campaign,
    send_id = excluded.send_id,
    received = excluded.received,
    opened = excluded.opened
