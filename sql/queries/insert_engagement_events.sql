-- Inserts the engagement events of a batch that are not stored, and returns their numbers in the array, from 1. Waits for batches in
-- flight that have the same keys. $1: rows of log.engagement_event, in the order of its key.
WITH stored_event AS (
    INSERT INTO log.engagement_event
    SELECT event.* FROM unnest($1::log.engagement_event[]) AS event
    ON CONFLICT DO NOTHING
    RETURNING occurred_at, installation_id, id, app
)

SELECT event.ordinality
FROM unnest($1::log.engagement_event[]) WITH ORDINALITY AS event
INNER JOIN stored_event USING (occurred_at, installation_id, id, app)
