-- What a rebuild of the opens projection copies from the live tables if retention dropped events: the notifications
-- with an event before a time; backfill 3 adds later events. May be run twice. $1: the time.
-- Live and rebuilt tables have the same columns.
INSERT INTO notification
SELECT notification.*
FROM projection.notification AS notification
WHERE least(notification.send_at, notification.received[1], notification.opened[1]) < $1::timestamptz
ORDER BY notification.notification_id, notification.installation_id, notification.app
ON CONFLICT DO NOTHING
