-- Every send with what became of it, computed straight from the log without any state: for a horizon that the state has
-- passed, for the audit, and for tests. Metrics: Opens. Costs a pass over the whole log.
-- known_by, up_to: only events received up to known_by, of the batches up to a position.
CREATE OR REPLACE FUNCTION projection.recomputed_sends(known_by timestamptz, up_to bigint)
RETURNS TABLE (
    app integer,
    installation_id uuid,
    notification_id text,
    day date,
    os integer,
    campaign integer,
    is_received boolean,
    is_opened boolean,
    is_influenced boolean,
    hour smallint,
    send_at timestamptz,
    is_opened_24h boolean
)
-- With settings of its own it is planned where it runs, and not with every report that does not need it. The planner takes the
-- events of a whole log for a few rows: nested loops over them did not end in minutes where hashes take seconds.
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, pg_temp SET enable_nestloop = off
AS $$
SELECT
    send.app, send.installation_id, send.notification_id, counted.day, nullif(counted.os, 0), nullif(counted.campaign, 0),
    counted.is_received, counted.is_opened, counted.is_influenced, counted.hour,
    send.send_at, counted.is_opened_24h
FROM projection.attributed_sends(NULL, NULL, NULL, known_by, up_to) AS send
CROSS JOIN LATERAL projection.counted_send(
    send.send_at, send.os, send.campaign, send.received, send.opened, send.claims_app_open
) AS counted
$$;
COMMENT ON FUNCTION projection.recomputed_sends(timestamptz, bigint) IS
    'Sends with their day, system and campaign and what became of them, from the log alone.';
