-- Returns every send as it was at a past horizon, with what became of it, called by projection.past. Metrics: Opens.
-- os, campaign: null if none. as_of: the horizon. Reads the log and settings.
CREATE OR REPLACE FUNCTION projection.past_sends(as_of timestamptz) RETURNS SETOF projection.send
-- The planner expects few events and would use nested loops, which take minutes where hash joins take seconds.
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp SET enable_nestloop = off
AS $$
SELECT
    send.app, send.installation_id, counted.day, nullif(counted.os, 0), nullif(counted.campaign, 0), counted.hour_of_week,
    counted.is_received, counted.is_opened, counted.is_influenced, send.send_at, counted.is_opened_24h
FROM projection.attributed_sends(NULL, NULL, as_of, projection.held('opens')) AS send
CROSS JOIN LATERAL metric.counted_send(
    send.send_at, send.utc_offset, send.os, send.campaign, send.received, send.opened, send.claims_app_open
) AS counted
$$;
