-- What a rebuild of the quality projection takes over where retention dropped events: the ids that were seen, and all events that
-- conflict; fill 3 goes on behind the moment, and adds again what it meets. May be run twice. $1: up to which moment.
WITH conflicting AS (
    INSERT INTO conflicting_event (effective_at, occurred_at, received_at, app, installation_id, id)
    SELECT kept.effective_at, kept.occurred_at, kept.received_at, kept.app, kept.installation_id, kept.id
    FROM projection.conflicting_event AS kept
    ON CONFLICT DO NOTHING
)

INSERT INTO event_ids (app, installation_id, ids)
SELECT kept.app, kept.installation_id, kept.ids
FROM projection.event_ids AS kept
-- A point does not tell the effective time of its event: all are taken over.
WHERE $1::timestamptz IS NOT NULL
ORDER BY kept.installation_id, kept.app
ON CONFLICT DO NOTHING
