-- The journeys that hold something not known at a horizon, as they stood without it. Asks the ledger first whether there can
-- be any: with the default horizon there is none.
CREATE OR REPLACE FUNCTION projection.journeys_refolded(known_by timestamptz) RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT folded.*
FROM projection.past(NULL::projection.journey, known_by) AS folded
WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > known_by
$$;
