-- Step 6 of the opens projection: writes the changed notifications of step 2. May be run twice.
INSERT INTO notification (
    send_at, send_occurred_at, app, own_os, os, campaign, send_period, utc_offset, installation_id, send_id,
    notification_id, received, opened
)
SELECT
    changed.send_at, changed.send_occurred_at, changed.app, changed.own_os, changed.os, changed.campaign,
    changed.send_period, changed.utc_offset, changed.installation_id, changed.send_id, changed.notification_id,
    changed.received, changed.opened
FROM changed_notification AS changed
WHERE changed.n = 1
ORDER BY changed.notification_id, changed.installation_id, changed.app
ON CONFLICT (notification_id, installation_id, app) DO UPDATE SET
    send_at = excluded.send_at,
    send_occurred_at = excluded.send_occurred_at,
    own_os = excluded.own_os,
    os = excluded.os,
    campaign = excluded.campaign,
    send_period = excluded.send_period,
    utc_offset = excluded.utc_offset,
    send_id = excluded.send_id,
    received = excluded.received,
    opened = excluded.opened
