-- What a rebuild of the opens projection copies from the live tables if retention dropped events: the opens without a
-- send before a time; backfill 4 continues from there, and backfill 7 counts them. May be run twice. $1: the time.
INSERT INTO unsent_open (effective_at, occurred_at, app, installation_id, id, notification_id)
SELECT kept.effective_at, kept.occurred_at, kept.app, kept.installation_id, kept.id, kept.notification_id
FROM projection.unsent_open AS kept
WHERE kept.effective_at < $1::timestamptz
ORDER BY kept.notification_id, kept.installation_id, kept.app, kept.effective_at, kept.id, kept.occurred_at
ON CONFLICT DO NOTHING
