-- Returns the journeys (permission histories) that contain events received after as_of, computed again without them.
-- Checks the ledger first: with the default horizon there are none.
CREATE OR REPLACE FUNCTION projection.journeys_refolded(as_of timestamptz) RETURNS SETOF projection.journey_row
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.past(NULL::projection.journey_row, as_of) AS journey
WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > as_of
$$;
