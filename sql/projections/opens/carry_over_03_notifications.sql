-- What a rebuild of the opens projection copies from the live tables if retention dropped events: the notifications
-- with an event before a time; backfill 3 adds later events. May be run twice. $1: the time.
INSERT INTO notification (
    send_at, send_occurred_at, app, send_period, utc_offset, own_os, os, campaign, installation_id, send_id,
    notification_id, received, opened
)
SELECT
    notification.send_at, notification.send_occurred_at, notification.app, notification.send_period,
    notification.utc_offset, notification.own_os, notification.os, notification.campaign, notification.installation_id,
    notification.send_id, notification.notification_id, notification.received, notification.opened
FROM projection.notification AS notification
WHERE least(notification.send_at, notification.received[1], notification.opened[1]) < $1::timestamptz
ORDER BY notification.notification_id, notification.installation_id, notification.app
ON CONFLICT DO NOTHING
