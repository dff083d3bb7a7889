-- What a rebuild of the opens projection copies from the live tables if retention dropped events: the notifications
-- with an event before a time; backfill 3 adds later events. May be run twice. $1: the time.
INSERT INTO notification (
    send_at, send_occurred_at, app, send_period, utc_offset, own_os, os, campaign, installation_id, send_id,
    notification_id, received, opened
)
SELECT
    kept.send_at, kept.send_occurred_at, kept.app, kept.send_period, kept.utc_offset, kept.own_os, kept.os,
    kept.campaign, kept.installation_id, kept.send_id, kept.notification_id, kept.received, kept.opened
FROM projection.notification AS kept
WHERE least(kept.send_at, kept.received[1], kept.opened[1]) < $1::timestamptz
ORDER BY kept.notification_id, kept.installation_id, kept.app
ON CONFLICT DO NOTHING
