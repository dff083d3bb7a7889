-- Returns every send as it was at a past horizon, with what became of it, called by projection.past. Metrics: Opens.
-- os, campaign: null if none. as_of: the horizon. Reads the log and settings.
CREATE OR REPLACE FUNCTION projection.past_sends(as_of timestamptz) RETURNS SETOF projection.send
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp SET enable_nestloop = off
AS $$
SELECT
    send.app, send.installation_id, outcome.day, nullif(outcome.os, 0), nullif(outcome.campaign, 0),
    outcome.hour_of_week, outcome.is_received, outcome.is_opened, outcome.is_influenced, send.send_at,
    outcome.is_opened_24h, outcome.opened_within
FROM projection.attributed_sends(NULL, NULL, as_of, projection.held('opens')) AS send
CROSS JOIN LATERAL metric.counted_send(
    send.send_at, send.utc_offset, send.os, send.campaign, send.received, send.opened, send.has_attributed_app_open
) AS outcome
$$;
