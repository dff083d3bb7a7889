-- Marks held rejects as released (a retry accepted them) or discarded, and returns the ids of those that were held.
-- Discarding deletes the bytes; the row and its hash stay, so that the same bytes sent again for the same app are not
-- quarantined again. Call a release in the transaction that stores the events. Locks rows in the order of their ids, to
-- prevent deadlocks. Runs with the owner's rights, because the ingest role may only add rows. May be run twice.
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
