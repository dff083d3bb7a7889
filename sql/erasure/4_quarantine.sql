-- Step 4 of an erasure: deletes rejected deliveries that name one of the erased ids. Reads the whole quarantine. Creates
-- the work table `erased_reject` of their quarantine_ids.
CREATE TEMPORARY TABLE erased_reject (quarantine_id bigint NOT NULL) ON COMMIT DROP;
WITH deleted_reject AS (
    DELETE FROM log.quarantine AS reject
    WHERE EXISTS (
        SELECT
        FROM log.installations_named(reject) AS installation (installation_id)
        INNER JOIN erased_installation ON erased_installation.installation_id = installation.installation_id
    )
        OR log.names_device(reject, ARRAY(SELECT erased_device.device_id FROM erased_device))
    RETURNING reject.quarantine_id
)
INSERT INTO erased_reject (quarantine_id)
SELECT deleted_reject.quarantine_id FROM deleted_reject
