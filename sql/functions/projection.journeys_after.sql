-- Returns the journeys (permission histories) that contain an event received after as_of. Checks the ledger first:
-- with the default horizon there is no such event, and no journey is read.
CREATE OR REPLACE FUNCTION projection.journeys_after(as_of timestamptz) RETURNS SETOF projection.journey_row
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journey AS journey
WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > as_of
    AND journey.latest_received_at > as_of
$$;
