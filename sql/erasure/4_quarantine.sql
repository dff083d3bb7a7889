-- Step 4 of an erasure: deletes rejected deliveries that name one of the erased ids. Reads the whole quarantine. Creates
-- the work table `erased_reject` of their quarantine_ids.
CREATE TEMPORARY TABLE erased_reject (quarantine_id bigint NOT NULL) ON COMMIT DROP;
WITH gone AS (
    DELETE FROM log.quarantine AS held
    WHERE EXISTS (
        SELECT
        FROM log.installations_named(held) AS named (installation_id)
        INNER JOIN erased ON erased.installation_id = named.installation_id
    )
    RETURNING held.quarantine_id
)
INSERT INTO erased_reject (quarantine_id)
SELECT gone.quarantine_id FROM gone
