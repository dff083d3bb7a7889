-- What a rebuild of the opens projection copies from the live tables if retention dropped events: the opens without a
-- send before a time; backfill 4 continues from there, and backfill 8 counts them. May be run twice. $1: the time.
INSERT INTO open_without_send (effective_at, occurred_at, app, installation_id, id, notification_id)
SELECT open.effective_at, open.occurred_at, open.app, open.installation_id, open.id, open.notification_id
FROM projection.open_without_send AS open
WHERE open.effective_at < $1::timestamptz
ORDER BY open.notification_id, open.installation_id, open.app, open.effective_at, open.id, open.occurred_at
ON CONFLICT DO NOTHING
