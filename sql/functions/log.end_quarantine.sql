-- Ends the quarantine of deliveries, as released or as discarded, and returns the ids of those that were still held. Of
-- what is discarded the bytes go; the row stays with its hash, so that the same bytes are not quarantined again with
-- the same app's key. Call a release in the transaction that stores the events. Rows are locked in the order of their
-- ids, against deadlocks. Runs with the owner's rights, since the ingest role may only add rows. May be run twice.
CREATE OR REPLACE FUNCTION log.end_quarantine(ids bigint[], are_released boolean) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
UPDATE log.quarantine
SET released_at = CASE WHEN are_released THEN clock_timestamp() END,
    discarded_at = CASE WHEN NOT are_released THEN clock_timestamp() END,
    bytes = CASE WHEN are_released THEN quarantine.bytes ELSE '' END
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
REVOKE ALL ON FUNCTION log.end_quarantine(bigint[], boolean) FROM PUBLIC;
