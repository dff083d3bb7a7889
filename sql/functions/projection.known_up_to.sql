-- Returns the time up to which a report knew what was received: its horizon, or the latest receipt in the batches up to
-- its position if that is earlier. With the position, it identifies the state of the log that the report read. Metrics:
-- Restatement. Uses an index of the ledger.
CREATE OR REPLACE FUNCTION projection.known_up_to(horizon timestamptz, "position" bigint) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
SELECT least(known_up_to.horizon, max(batch.latest_received_at))
FROM log.batch
WHERE batch.position <= known_up_to."position"
$$;
