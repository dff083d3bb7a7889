-- Returns whether everything that a projection holds was received by as_of. If so, its state (computed tables) is
-- valid for that horizon as it is. Reads the ledger (log.batch) and the checkpoint.
CREATE OR REPLACE FUNCTION projection.is_all_known(projection_name text, as_of timestamptz) RETURNS boolean
LANGUAGE sql STABLE
AS $$
SELECT coalesce(max(batch.latest_received_at) <= as_of, true)
FROM log.batch
WHERE batch.position <= projection.held(projection_name)
$$;

-- Returns the position of the log up to which a projection is computed; 0 if it has not begun.
CREATE OR REPLACE FUNCTION projection.held(projection_name text) RETURNS bigint
LANGUAGE sql STABLE
AS $$
SELECT coalesce(max(checkpoint.position), 0)
FROM projection.checkpoint
WHERE checkpoint.name = projection_name
$$;
