-- What a rebuild of the quality projection takes over where retention dropped events: the sampled events; fill 3 goes on behind the
-- moment, and adds again what it meets. May be run twice. $1: up to which moment.
INSERT INTO sampled_event (effective_at, occurred_at, received_at, app, installation_id, id)
SELECT kept.effective_at, kept.occurred_at, kept.received_at, kept.app, kept.installation_id, kept.id
FROM projection.sampled_event AS kept
WHERE kept.effective_at < $1::timestamptz
ON CONFLICT DO NOTHING
