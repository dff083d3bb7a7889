-- Every journey as it stood when what was received up to a moment was known.
-- Journeys that hold nothing later are read as they are; the others are folded anew.
-- answers_alone: nothing is asked of a journey but its prompt, its answer and the opens of the 24 hours after it.
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
