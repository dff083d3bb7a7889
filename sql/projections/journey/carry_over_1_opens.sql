-- What a rebuild of the journey projection copies from the live tables if retention dropped events: the opens before a
-- time. Backfill 2 finds some of them in the log again, which changes nothing. May be run twice. $1: the time.
INSERT INTO notification_open (effective_at, received_at, app, installation_id)
SELECT open.effective_at, open.received_at, open.app, open.installation_id
FROM projection.notification_open AS open
WHERE open.effective_at < $1::timestamptz
ORDER BY open.installation_id, open.app, open.effective_at
ON CONFLICT DO NOTHING
