-- Returns the rows of lone_send as of a past horizon, for projection.past. Metrics: Turn-offs. Reads journeys, the log
-- and past_sends.
CREATE OR REPLACE FUNCTION projection.past_lone_sends(as_of timestamptz) RETURNS SETOF projection.lone_send_row
-- The planner expects few events and would use nested loops, which take minutes where hash joins take seconds.
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp SET enable_nestloop = off
AS $$
WITH app_open AS (
    SELECT event.app, event.installation_id, array_agg(event.effective_at) AS times
    FROM projection.events_between('-infinity', 'infinity', as_of, projection.held('opens')) AS event
    WHERE event.type = 'app_opened'
    GROUP BY event.app, event.installation_id
),

report AS (
    SELECT event.app, event.installation_id, array_agg(event.effective_at) AS times
    FROM permission_event AS event
    WHERE event.received_at <= as_of AND metric.reads_status(event.type)
    GROUP BY event.app, event.installation_id
),

reader AS MATERIALIZED (
    SELECT
        journey.app,
        journey.installation_id,
        metric.readings(app_open.times, report.times, journey.turn_offs) AS readings,
        journey.turn_offs,
        journey.status_from,
        journey.status
    FROM projection.journeys_as_of(as_of) AS journey
    LEFT JOIN app_open ON app_open.app = journey.app AND app_open.installation_id = journey.installation_id
    LEFT JOIN report ON report.app = journey.app AND report.installation_id = journey.installation_id
)

SELECT
    min(send.send_at),
    send.app,
    min(coalesce(send.campaign, 0)),
    min(projection.period(send.send_at))::smallint,
    bool_and(gap.is_turned_off),
    send.installation_id
FROM projection.past(NULL::projection.send, as_of) AS send
INNER JOIN reader ON reader.app = send.app AND reader.installation_id = send.installation_id
CROSS JOIN LATERAL metric.gap(
    send.send_at, reader.readings, reader.turn_offs, reader.status_from, reader.status
) AS gap
GROUP BY send.installation_id, send.app, gap.place
HAVING count(*) = 1 AND bool_and(gap.can_count)
$$;
