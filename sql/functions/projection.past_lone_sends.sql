-- Returns the rows of lone_send as of a past horizon, for projection.past. Metrics: Turn-offs. Reads journeys, the log
-- and past_sends.
CREATE OR REPLACE FUNCTION projection.past_lone_sends(as_of timestamptz) RETURNS SETOF projection.lone_send_row
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp SET enable_nestloop = off
AS $$
WITH journey AS MATERIALIZED (
    SELECT
        journey.app, journey.installation_id, journey.status_from, journey.status,
        CASE WHEN journey.turn_offs IS NOT NULL
            THEN ARRAY(SELECT turn_off.at FROM unnest(journey.turn_offs) AS turn_off ORDER BY turn_off.at)
        END AS turned_off_at
    FROM projection.journeys_as_of(as_of) AS journey
),

reading AS (
    SELECT
        reading.app,
        reading.installation_id,
        array_agg(DISTINCT reading.at ORDER BY reading.at) AS readings
    FROM (
        SELECT event.app, event.installation_id, event.effective_at
        FROM projection.events_between('-infinity', 'infinity', as_of, projection.held('turn_offs')) AS event
        INNER JOIN journey ON journey.app = event.app AND journey.installation_id = event.installation_id
        WHERE event.type = 'app_opened'
            AND NOT metric.found_turn_off(event.effective_at, journey.turned_off_at)
        UNION ALL
        SELECT event.app, event.installation_id, event.effective_at
        FROM permission_event AS event
        WHERE event.received_at <= as_of
            AND NOT event.batch_id <@ (SELECT projection.batches(projection.held('turn_offs')))
            AND metric.reads_status(event.type)
    ) AS reading (app, installation_id, at)
    GROUP BY reading.app, reading.installation_id
),

reader AS MATERIALIZED (
    SELECT journey.*, reading.readings
    FROM journey
    INNER JOIN reading ON reading.app = journey.app AND reading.installation_id = journey.installation_id
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
    send.send_at, reader.readings, reader.turned_off_at, reader.status_from, reader.status
) AS gap
GROUP BY send.installation_id, send.app, gap.place
HAVING count(*) = 1 AND bool_and(gap.can_count)
$$;
