-- What a rebuild of the opens projection takes over where retention dropped events: the opens of before that have no send; fill 5
-- goes on from there, and fill 7 counts them. May be run twice. $1: up to which moment.
INSERT INTO unsent_open (effective_at, occurred_at, app, installation_id, id, notification_id)
SELECT kept.effective_at, kept.occurred_at, kept.app, kept.installation_id, kept.id, kept.notification_id
FROM projection.unsent_open AS kept
WHERE kept.effective_at < $1::timestamptz
ORDER BY kept.notification_id, kept.installation_id, kept.app, kept.effective_at, kept.id, kept.occurred_at
ON CONFLICT DO NOTHING
