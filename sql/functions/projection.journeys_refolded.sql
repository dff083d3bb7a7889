-- Returns the journeys (permission histories) that contain events received after known_by, computed again without them.
-- Checks the ledger first: with the default horizon there are none.
CREATE OR REPLACE FUNCTION projection.journeys_refolded(known_by timestamptz) RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT folded.*
FROM projection.past(NULL::projection.journey, known_by) AS folded
WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > known_by
$$;
