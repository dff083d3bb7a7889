-- Returns the rows of shared_installation as of a past horizon. Metrics: Data quality. Reads from the log the events of the
-- installations that are shared by now: the others were not shared earlier either.
CREATE OR REPLACE FUNCTION projection.shared_installations_at(as_of timestamptz)
RETURNS TABLE (app integer, shared_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT state.app, model.first_at
FROM shared_installation AS state
CROSS JOIN LATERAL (
    SELECT min(event.effective_at) AS first_at
    FROM permission_event AS event
    WHERE event.installation_id = state.installation_id
        AND event.app = state.app
        AND event.device_model IS NOT NULL
        AND event.received_at <= as_of
        AND NOT event.batch_id <@ (SELECT projection.batches(projection.held('quality')))
        AND isfinite(event.effective_at)
    GROUP BY event.device_model
    ORDER BY first_at
    OFFSET metric.most_device_models()
    LIMIT 1
) AS model
$$;
