-- Marks quarantined deliveries as released and gives the ids of those that were still held: each is released once,
-- whoever else is at it. Runs with the owner's rights, since the ingest role may add rows and change none; it must be
-- called in the transaction that stores their events.
-- ids: others than held ones are passed over. Rows are locked by id, so that two callers don't deadlock.
CREATE OR REPLACE FUNCTION log.release_quarantined(ids bigint[]) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
UPDATE log.quarantine
SET released_at = clock_timestamp()
FROM (
    SELECT locked.quarantine_id
    FROM log.quarantine AS locked
    WHERE locked.quarantine_id = ANY (ids) AND locked.released_at IS NULL AND locked.discarded_at IS NULL
    ORDER BY locked.quarantine_id
    FOR UPDATE
) AS held
WHERE quarantine.quarantine_id = held.quarantine_id
    AND quarantine.released_at IS NULL
    AND quarantine.discarded_at IS NULL
RETURNING quarantine.quarantine_id
$$;
REVOKE ALL ON FUNCTION log.release_quarantined(bigint[]) FROM PUBLIC;
