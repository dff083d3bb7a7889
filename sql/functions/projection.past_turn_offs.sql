-- Returns every turn-off with the sends before it as of a past horizon, for projection.past. Metrics: Turn-offs. Reads
-- journeys, the log and past_sends.
CREATE OR REPLACE FUNCTION projection.past_turn_offs(as_of timestamptz) RETURNS SETOF projection.turn_off_row
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp SET enable_nestloop = off
AS $$
WITH turn_off AS MATERIALIZED (
    SELECT journey.app, journey.installation_id, turn_off.*
    FROM projection.journeys_as_of(as_of) AS journey
    CROSS JOIN LATERAL unnest(journey.turn_offs) WITH ORDINALITY AS turn_off (at, seen_at, os, place)
),

visit AS (
    SELECT turn_off.app, turn_off.installation_id, turn_off.place, max(event.effective_at) AS at
    FROM turn_off
    INNER JOIN projection.events_between('-infinity', 'infinity', as_of, projection.held('turn_offs')) AS event
        ON event.app = turn_off.app AND event.installation_id = turn_off.installation_id
    WHERE event.type = 'app_opened' AND event.effective_at <= turn_off.at - metric.visit()
    GROUP BY turn_off.app, turn_off.installation_id, turn_off.place
),

seen AS MATERIALIZED (
    SELECT turn_off.*, greatest(turn_off.seen_at, visit.at) AS latest_seen_at
    FROM turn_off
    LEFT JOIN visit
        ON visit.app = turn_off.app
        AND visit.installation_id = turn_off.installation_id
        AND visit.place = turn_off.place
),

send AS (
    SELECT
        seen.app, seen.installation_id, seen.place,
        array_agg(send.send_at) AS send_at, array_agg(coalesce(send.campaign, 0)) AS campaign
    FROM seen
    INNER JOIN projection.past(NULL::projection.send, as_of) AS send
        ON send.app = seen.app AND send.installation_id = seen.installation_id
    WHERE send.send_at > seen.latest_seen_at AND send.send_at <= seen.at
    GROUP BY seen.app, seen.installation_id, seen.place
)

SELECT
    seen.at,
    seen.app,
    coalesce(seen.os, 0),
    seen.place::integer,
    gap.is_long,
    seen.installation_id,
    CASE WHEN gap.is_long OR send.send_at IS NULL THEN '{}' ELSE send.send_at END,
    CASE WHEN gap.is_long OR send.campaign IS NULL THEN '{}' ELSE send.campaign END
FROM seen
CROSS JOIN LATERAL (SELECT seen.at - seen.latest_seen_at > metric.longest_gap()) AS gap (is_long)
LEFT JOIN send
    ON send.app = seen.app
    AND send.installation_id = seen.installation_id
    AND send.place = seen.place
$$;
