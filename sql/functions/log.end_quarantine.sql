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
    SELECT reject.quarantine_id
    FROM log.quarantine AS reject
    WHERE reject.quarantine_id = ANY (ids) AND reject.state = 'held'
    ORDER BY reject.quarantine_id
    FOR UPDATE
) AS held_reject
WHERE quarantine.quarantine_id = held_reject.quarantine_id AND quarantine.state = 'held'
RETURNING quarantine.quarantine_id
$$;
REVOKE ALL ON FUNCTION log.end_quarantine(bigint[], boolean) FROM PUBLIC;
