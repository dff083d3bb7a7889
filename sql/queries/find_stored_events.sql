-- Returns the numbers, from 1, of the events that are stored. $1 to $4: for each event the columns of its key; $5: the
-- retention cutoff in microseconds since 1970, before which log.engagement_event has no rows of permission events; null if
-- everything is kept. OFFSET 0 makes the planner look up each key in the index.
SELECT event.place
FROM unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::integer[])
    WITH ORDINALITY AS event (occurred_at, installation_id, id, app, place)
WHERE EXISTS (
    SELECT
    FROM log.engagement_event AS stored_event
    WHERE (stored_event.occurred_at, stored_event.installation_id, stored_event.id, stored_event.app)
        = (event.occurred_at, event.installation_id, event.id, event.app)
    OFFSET 0
) OR event.occurred_at < timestamptz 'epoch' + $5::bigint * interval '1 microsecond' AND EXISTS (
    SELECT
    FROM log.permission_event AS stored_event
    WHERE (stored_event.occurred_at, stored_event.installation_id, stored_event.id, stored_event.app)
        = (event.occurred_at, event.installation_id, event.id, event.app)
    OFFSET 0
)
