-- Marks quarantined deliveries as released and returns the ids of those that were still held. Call it in the transaction that stores
-- their events. Rows are locked in the order of their ids, so that two callers don't deadlock. Runs with the owner's rights, since the ingest
-- role may only add rows.
CREATE OR REPLACE FUNCTION log.release_quarantined(ids bigint[]) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
UPDATE log.quarantine
SET released_at = clock_timestamp()
FROM (
    SELECT locked.quarantine_id
    FROM log.quarantine AS locked
    WHERE locked.quarantine_id = ANY (ids) AND locked.state = 'held'
    ORDER BY locked.quarantine_id
    FOR UPDATE
) AS held
WHERE quarantine.quarantine_id = held.quarantine_id AND quarantine.state = 'held'
RETURNING quarantine.quarantine_id
$$;
REVOKE ALL ON FUNCTION log.release_quarantined(bigint[]) FROM PUBLIC;
