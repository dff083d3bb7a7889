-- Discards quarantined deliveries: empties their bytes and returns the ids of those that were still held. The row stays with its
-- hash, so that the same bytes are not quarantined again with the same app's key. May be run twice. Rows are locked in the order of
-- their ids, so that two callers don't deadlock. Runs with the owner's rights, since the ingest role may only add rows.
CREATE OR REPLACE FUNCTION log.discard_quarantined(ids bigint[]) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
UPDATE log.quarantine
SET discarded_at = clock_timestamp(), bytes = ''
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
REVOKE ALL ON FUNCTION log.discard_quarantined(bigint[]) FROM PUBLIC;
