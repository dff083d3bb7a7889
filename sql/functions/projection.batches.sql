-- Sets of batches, as ranges of batch_id. A few ranges hold any number of batches, because ids nearly follow positions;
-- a list would be searched from its start for each event, and a collector makes several batches a second. To find an id
-- by the block range indexes, test lower(ids) <= id < upper(ids) and that it is not in projection.gaps(ids).

-- Returns the batches after a position. Nodes of a cluster have another definition, which includes batches that their copy of the
-- ledger lacks.
CREATE OR REPLACE FUNCTION projection.batches(after bigint) RETURNS int8multirange
LANGUAGE sql STABLE
AS $$ SELECT projection.batches(after, 9223372036854775807) $$;

-- Returns the batches after one position, up to and including another. Uses an index of the ledger.
CREATE OR REPLACE FUNCTION projection.batches(after bigint, up_to bigint)
RETURNS int8multirange
LANGUAGE sql STABLE
AS $$
SELECT coalesce(range_agg(int8range(batch.batch_id, batch.batch_id, '[]')), '{}')
FROM batch
WHERE batch.position > after AND batch.position <= up_to
$$;

-- Returns the ids between the first and the last of a set that are not in it. Testing that an id is in no gap does not
-- change the planner's row estimate, which comes from the bounds.
CREATE OR REPLACE FUNCTION projection.gaps(ids int8multirange) RETURNS int8multirange
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT int8multirange(int8range(lower(ids), upper(ids))) - ids $$;
