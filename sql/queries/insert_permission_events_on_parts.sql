-- insert_permission_events.sql on a cluster.
SELECT event.ordinality
FROM unnest($1::log.permission_event[]) WITH ORDINALITY AS event
INNER JOIN parts.insert_events($1::log.permission_event[]) AS stored_event USING (occurred_at, installation_id, id, app)
