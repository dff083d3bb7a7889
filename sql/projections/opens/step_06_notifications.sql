-- Step 6 of the opens projection: writes the changed notifications of step 2. May be run twice.
INSERT INTO notification (
    send_at, send_occurred_at, last_send_at, app, own_os, os, campaign, send_period, utc_offset, installation_id, send_id,
    notification_id, received, opened
)
SELECT
    new_notification.send_at, new_notification.send_occurred_at, new_notification.last_send_at, new_notification.app,
    new_notification.own_os, new_notification.os, new_notification.campaign, new_notification.send_period, new_notification.utc_offset,
    new_notification.installation_id, new_notification.send_id, new_notification.notification_id,
    new_notification.received, new_notification.opened
FROM changed_notification AS new_notification
WHERE new_notification.sign = 1
ORDER BY new_notification.notification_id, new_notification.installation_id, new_notification.app
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET
    send_at = excluded.send_at,
    send_occurred_at = excluded.send_occurred_at,
    last_send_at = excluded.last_send_at,
    own_os = excluded.own_os,
    os = excluded.os,
    campaign = excluded.campaign,
    send_period = excluded.send_period,
    utc_offset = excluded.utc_offset,
    send_id = excluded.send_id,
    received = excluded.received,
    opened = excluded.opened
