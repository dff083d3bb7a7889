-- Returns the installations set aside (without a journey) at a horizon: computing it failed, or they had too many
-- events. Metrics: The journey of an installation. Reads the log only up to the limit, and only if it has later events.
CREATE OR REPLACE FUNCTION projection.installations_set_aside(as_of timestamptz)
RETURNS TABLE (app integer, installation_id uuid)
LANGUAGE sql STABLE
AS $$
SELECT installation.app, installation.installation_id
FROM projection.installation_set_aside AS installation
WHERE installation.reason <> 'too_many_events'
    OR as_of >= (SELECT max(batch.latest_received_at) FROM log.batch)
    OR (
        SELECT count(*)
        FROM (
            SELECT
            FROM log.permission_event AS event
            WHERE event.installation_id = installation.installation_id
                AND event.app = installation.app
                AND event.received_at <= as_of
            LIMIT metric.fold_limit() + 1
        ) AS event
    ) > metric.fold_limit()
$$;
