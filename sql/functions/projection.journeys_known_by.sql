-- Every journey as it stood when what was received up to a moment was known.
-- Journeys that hold nothing later are read as they are; the others are folded anew.
CREATE OR REPLACE FUNCTION projection.journeys_known_by(known_by timestamptz) RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journey_v1 AS journey
WHERE journey.latest_received_at <= known_by
UNION ALL
SELECT folded.*
FROM projection.journeys_refolded(known_by) AS folded
$$;
