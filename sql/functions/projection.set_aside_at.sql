-- Returns the installations set aside (without a journey) at a horizon: computing it failed, or they had too many
-- events. Metrics: The journey of an installation. Reads the log only up to the limit, and only if it has later events.
CREATE OR REPLACE FUNCTION projection.set_aside_at(as_of timestamptz)
RETURNS TABLE (app integer, installation_id uuid)
LANGUAGE sql STABLE
AS $$
SELECT aside.app, aside.installation_id
FROM projection.set_aside AS aside
WHERE aside.reason <> 'too_many_events'
    OR as_of >= (SELECT max(batch.latest_received_at) FROM log.batch)
    OR (
        SELECT count(*)
        FROM (
            SELECT
            FROM log.permission_event AS event
            WHERE event.installation_id = aside.installation_id
                AND event.app = aside.app
                AND event.received_at <= as_of
            LIMIT metric.fold_limit() + 1
        ) AS event
    ) > metric.fold_limit()
$$;
