-- Returns where a send counts (local day and hour, OS, campaign; 0 if none) and what became of it. Metrics: Opens.
-- received, opened: times from metric.relevant_instants; claims_app_open: whether an app open belongs to the send.
-- Reads settings of the caller's generation (the live tables or those of a rebuild).
CREATE OR REPLACE FUNCTION metric.counted_send(
    send_at timestamptz, of_os integer, of_campaign integer, received timestamptz[], opened timestamptz[],
    claims_app_open boolean
)
RETURNS TABLE (
    day date,
    hour smallint,
    os integer,
    campaign integer,
    is_received boolean,
    is_opened boolean,
    is_influenced boolean,
    is_opened_24h boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    (send_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date,
    extract(hour FROM send_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::smallint,
    coalesce(of_os, 0),
    coalesce(of_campaign, 0),
    metric.is_answered(received, send_at, (SELECT settings.open_window_seconds FROM settings)),
    metric.is_answered(opened, send_at, (SELECT settings.open_window_seconds FROM settings)),
    claims_app_open
        AND NOT metric.is_answered(opened, send_at, (SELECT settings.open_window_seconds FROM settings)),
    metric.is_answered(opened, send_at, 86400)
$$;
