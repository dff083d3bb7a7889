-- Returns whether everything that a projection's tables hold was received by the horizon as_of. If so, nothing in them
-- must be left out for that horizon, and they need not be computed again from the log. Reads the batches and the checkpoint.
CREATE OR REPLACE FUNCTION projection.is_all_known(projection_name text, as_of timestamptz) RETURNS boolean
LANGUAGE sql STABLE
AS $$
SELECT coalesce(max(batch.latest_received_at) <= as_of, true)
FROM log.batch
WHERE batch.position <= projection.held(projection_name)
$$;

-- Returns the position in the log up to which a projection is computed; 0 if it has not begun.
CREATE OR REPLACE FUNCTION projection.held(projection_name text) RETURNS bigint
LANGUAGE sql STABLE
AS $$
SELECT coalesce(max(checkpoint.position), 0)
FROM projection.checkpoint
WHERE checkpoint.name = projection_name
$$;
