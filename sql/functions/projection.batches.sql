-- Batches by their ids: few ranges, however many they are, since ids are given in nearly the order of positions. A collector
-- makes several a second, and a list of them would be searched from its beginning for each event. Whose batch is among them
-- lies from lower(ids) on and before upper(ids), which the block ranges of the log are asked for, and not in a gap.

-- The batches after one position up to and with another, by default the last. Reads a part of the ledger that an index finds.
CREATE OR REPLACE FUNCTION projection.batches(after bigint, up_to bigint DEFAULT 9223372036854775807)
RETURNS int8multirange
LANGUAGE sql STABLE
AS $$
SELECT coalesce(range_agg(int8range(batch.batch_id, batch.batch_id, '[]')), '{}')
FROM batch
WHERE batch.position > after AND batch.position <= up_to
$$;

-- What lies between the first and the last of some ids and is none of them. That an id is in no gap leaves the planner's estimate
-- at that of the bounds.
CREATE OR REPLACE FUNCTION projection.gaps(ids int8multirange) RETURNS int8multirange
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT int8multirange(int8range(lower(ids), upper(ids))) - ids $$;
