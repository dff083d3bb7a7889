-- What a rebuild of the journey projection takes over where retention dropped events: the opens of before. Those of which the
-- log still tells come again with fill 2, which changes nothing. May be run twice. $1: up to which moment.
INSERT INTO notification_open_v1 (effective_at, received_at, app, installation_id)
SELECT kept.effective_at, kept.received_at, kept.app, kept.installation_id
FROM projection.notification_open_v1 AS kept
WHERE kept.effective_at < $1::timestamptz
ORDER BY kept.installation_id, kept.app, kept.effective_at
ON CONFLICT DO NOTHING
