-- What a rebuild of the opens projection copies from the live tables if retention dropped events: the openings before a
-- time; backfill 2 continues from there. May be run twice. $1: the time.
-- Live and rebuilt tables have the same columns.
INSERT INTO opening
SELECT opening.*
FROM projection.opening AS opening
WHERE opening.period <= projection.period($1::timestamptz) AND opening.effective_at < $1::timestamptz
ORDER BY opening.period, opening.installation_id, opening.app, opening.effective_at, opening.type, opening.is_local
ON CONFLICT DO NOTHING
