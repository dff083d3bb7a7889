-- Step 6 of the journey projection: computes the journeys of the installations in `changed_installation` that are not
-- set aside into `new_journey`. Reads the log and the opens of step 2. May be run twice.
SELECT projection.fold_into_work_table(
    array_agg(installation.installation_id ORDER BY installation.installation_id), installation.app, installation.up_to
)
FROM changed_installation AS installation
WHERE NOT EXISTS (
    SELECT
    FROM installation_set_aside
    WHERE installation_set_aside.installation_id = installation.installation_id
        AND installation_set_aside.app = installation.app
)
GROUP BY installation.app, installation.up_to
