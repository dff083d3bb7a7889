-- Returns every journey (permission history of an installation) as it was at a horizon: without events received after
-- known_by. Journeys with later events are folded (computed from their events) again; others are read from state.
-- answers_alone: the caller uses only prompts, answers and opens in 24 hours after them, so fewer are folded again.
CREATE OR REPLACE FUNCTION projection.journeys_known_by(known_by timestamptz, answers_alone boolean DEFAULT false)
RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journey_v1 AS journey
WHERE journey.latest_received_at <= known_by OR (answers_alone AND journey.answer_received_at <= known_by)
UNION ALL
SELECT folded.*
FROM projection.journeys_refolded(known_by) AS folded
WHERE NOT answers_alone
UNION ALL
SELECT folded.*
FROM projection.past_journeys(known_by, true) AS folded
WHERE answers_alone AND (SELECT max(batch.latest_received_at) FROM log.batch) > known_by
$$;
