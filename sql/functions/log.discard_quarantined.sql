-- Gives quarantined deliveries up: empties their bytes, says when, and gives the ids of those that were still held. The
-- row stays with its hash, so that the same bytes are not quarantined again with the same app's key. Runs with the owner's
-- rights, since the ingest role may add rows and change none. May be run twice.
-- ids: others than held ones are passed over. Rows are locked by id, so that two callers don't deadlock.
CREATE OR REPLACE FUNCTION log.discard_quarantined(ids bigint[]) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
UPDATE log.quarantine
SET discarded_at = clock_timestamp(), bytes = ''
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
REVOKE ALL ON FUNCTION log.discard_quarantined(bigint[]) FROM PUBLIC;
