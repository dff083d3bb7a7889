-- Step 6 of the journey projection: computes the journeys of the installations in `touched` that are not set aside into
-- `folded`. Reads the log and the opens of step 2. May be run twice.
SELECT projection.fold_into_work_table(array_agg(touched.installation_id ORDER BY touched.installation_id), touched.app)
FROM touched
WHERE NOT EXISTS (
    SELECT
    FROM set_aside AS aside
    WHERE aside.installation_id = touched.installation_id AND aside.app = touched.app
)
GROUP BY touched.app
