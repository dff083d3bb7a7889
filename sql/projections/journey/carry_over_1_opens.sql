-- What a rebuild of the journey projection copies from the live tables if retention dropped events: the opens before a
-- time. Backfill 2 finds some of them in the log again, which changes nothing. May be run twice. $1: the time.
INSERT INTO notification_open (effective_at, received_at, app, installation_id)
SELECT kept.effective_at, kept.received_at, kept.app, kept.installation_id
FROM projection.notification_open AS kept
WHERE kept.effective_at < $1::timestamptz
ORDER BY kept.installation_id, kept.app, kept.effective_at
ON CONFLICT DO NOTHING
