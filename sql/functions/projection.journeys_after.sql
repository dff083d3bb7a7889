-- Returns the journeys (permission histories) that contain an event received after known_by. Checks the ledger first:
-- with the default horizon there is no such event, and no journey is read.
CREATE OR REPLACE FUNCTION projection.journeys_after(known_by timestamptz) RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journey_v1 AS journey
WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > known_by
    AND journey.latest_received_at > known_by
$$;
