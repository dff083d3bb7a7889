-- Every send as it was at a past horizon, with what became of it, for projection.past. Metrics: Opens.
-- known_by: the horizon. Reads what recomputed_sends reads, the settings and the checkpoint.
CREATE OR REPLACE FUNCTION projection.past_sends(known_by timestamptz) RETURNS SETOF projection.past_sends
LANGUAGE sql STABLE
AS $$
SELECT
    send.app, send.installation_id, send.day, send.os, send.campaign, send.hour, send.is_received, send.is_opened,
    send.is_influenced
FROM projection.settings
CROSS JOIN LATERAL projection.recomputed_sends(
    known_by, projection.held('opens'), settings.time_zone, settings.open_window_seconds,
    settings.influence_window_seconds
) AS send
$$;
COMMENT ON FUNCTION projection.past_sends(timestamptz) IS 'Sends with what became of them at a past horizon.';
