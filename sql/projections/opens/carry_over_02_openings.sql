-- What a rebuild of the opens projection copies from the live tables if retention dropped events: the openings before a
-- time; backfill 2 continues from there. May be run twice. $1: the time.
INSERT INTO opening (effective_at, occurred_at, period, app, os, type, is_local, installation_id, id)
SELECT
    kept.effective_at, kept.occurred_at, kept.period, kept.app, kept.os, kept.type, kept.is_local,
    kept.installation_id, kept.id
FROM projection.opening AS kept
WHERE kept.period <= projection.period($1::timestamptz) AND kept.effective_at < $1::timestamptz
ORDER BY kept.period, kept.installation_id, kept.app, kept.effective_at, kept.type, kept.is_local
ON CONFLICT DO NOTHING
