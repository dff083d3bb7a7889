-- The journeys that hold something received after a moment. Whether there can be any is asked of the ledger first: with
-- the default horizon there is none, and no journey is looked at for it.
CREATE OR REPLACE FUNCTION projection.journeys_after(known_by timestamptz) RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journey_v1 AS journey
WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > known_by
    AND journey.latest_received_at > known_by
$$;
