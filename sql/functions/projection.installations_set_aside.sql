-- Returns the installations set aside (without a journey) at a horizon: computing it failed, or they had too many
-- events. Metrics: The journey of an installation. Reads the log only if it has later events.
CREATE OR REPLACE FUNCTION projection.installations_set_aside(as_of timestamptz)
RETURNS TABLE (app integer, installation_id uuid)
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT installation.app, installation.installation_id
FROM projection.installation_set_aside AS installation
WHERE installation.reason <> 'too_many_events'
    OR as_of >= (SELECT max(batch.latest_received_at) FROM log.batch)
    OR (
        SELECT event_count.has_too_many
        FROM projection.has_too_many_events(
            installation.installation_id, installation.app, as_of, projection.held('journey')
        ) AS event_count
    )
$$;
