-- Up to when a report knew what was received: up to its horizon, or up to the latest receipt of its position of the log
-- if that is earlier. With the position it is the report's state. Metrics: Restatement. Reads a part of the ledger that
-- an index finds.
CREATE OR REPLACE FUNCTION projection.known_up_to(horizon timestamptz, "position" bigint) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
SELECT least(known_up_to.horizon, max(batch.latest_received_at))
FROM log.batch
WHERE batch.position <= known_up_to."position"
$$;
