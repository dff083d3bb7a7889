-- Whether everything that a projection holds had been received by a moment: if so, its state answers for that horizon as
-- it is. Reads the ledger and the checkpoint.
CREATE OR REPLACE FUNCTION projection.is_all_known(projection_name text, known_by timestamptz) RETURNS boolean
LANGUAGE sql STABLE
AS $$
SELECT coalesce(max(batch.latest_received_at) <= known_by, true)
FROM log.batch
WHERE batch.position <= projection.held(projection_name)
$$;

-- The position that a projection holds; 0 if it has not begun.
CREATE OR REPLACE FUNCTION projection.held(projection_name text) RETURNS bigint
LANGUAGE sql STABLE
AS $$
SELECT coalesce(max(checkpoint.position), 0)
FROM projection.checkpoint
WHERE checkpoint.name = projection_name
$$;
