-- Counts sends, active installations and opens without a send by all dimensions of the cells (counters). Metrics:
-- Opens. Uses metric.counted_send for sends and projection.active_days for openers and active. os, campaign: 0 if none.
-- Parameters: see projection.attributed_sends. A span of time (from_time, to_time) selects the sends in it,
-- the days that begin in it, and the opens without a send, which a step counts itself. Reads notification, opening,
-- open_without_send and settings of the caller's generation (live or being rebuilt).
CREATE OR REPLACE FUNCTION projection.counted_opens(
    from_time timestamptz, to_time timestamptz, spans projection.span[] DEFAULT NULL
)
RETURNS TABLE (
    app integer,
    day date,
    hour_of_week smallint,
    os integer,
    campaign integer,
    {sends+opened_24h+people_of_day: # #type},
    opens_without_send bigint,
    opened_within bigint
)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
SELECT
    send.app,
    outcome.day,
    outcome.hour_of_week,
    outcome.os,
    outcome.campaign,
    {sends+opened_24h: #counted},
    {people_of_day: 0},
    0,
    outcome.opened_within
FROM projection.attributed_sends(from_time, to_time, NULL, NULL, spans) AS send
CROSS JOIN LATERAL metric.counted_send(
    send.send_at, send.utc_offset, send.os, send.campaign, send.received, send.opened, send.has_attributed_app_open
) AS outcome
GROUP BY send.app, outcome.day, outcome.hour_of_week, outcome.os, outcome.campaign, outcome.opened_within
UNION ALL
SELECT
    active_day.app, active_day.day, NULL, active_day.os, NULL,
    {sends+opened_24h: 0}, {people_of_day: #counted}, 0, NULL
-- Two days more than the span, to contain the whole of the last day that begins in it.
FROM projection.active_days(from_time, to_time + interval '2 days', NULL, NULL, spans) AS active_day
WHERE spans IS NOT NULL
    OR active_day.day::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) >= from_time
    AND active_day.day::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) < to_time
GROUP BY active_day.app, active_day.day, active_day.os
UNION ALL
SELECT
    open_without_send.app,
    (open_without_send.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    NULL, NULL, NULL, {sends+opened_24h+people_of_day: 0}, count(*), NULL
FROM open_without_send
WHERE spans IS NULL AND open_without_send.effective_at >= from_time AND open_without_send.effective_at < to_time
GROUP BY open_without_send.app, day
$$;
