-- What a rebuild of the opens projection takes over where retention dropped events: the opens of before that have no send, with
-- what they count; fill 7 goes on from there. Reads settings. May be run twice. $1: up to which moment.
WITH added AS (
    INSERT INTO unsent_open (effective_at, occurred_at, app, installation_id, id, notification_id)
    SELECT kept.effective_at, kept.occurred_at, kept.app, kept.installation_id, kept.id, kept.notification_id
    FROM projection.unsent_open AS kept
    WHERE kept.effective_at < $1::timestamptz
    ORDER BY
        kept.notification_id, kept.installation_id, kept.app, kept.effective_at, kept.id, kept.occurred_at
    ON CONFLICT DO NOTHING
    RETURNING app, effective_at
)

INSERT INTO unsent_cell AS cell (app, day, opens)
SELECT
    added.app,
    (added.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    count(*)
FROM added
GROUP BY added.app, day
ORDER BY added.app, day
ON CONFLICT (app, day) DO UPDATE SET opens = cell.opens + excluded.opens
