-- The end of an erasure in the activity projection: deletes all rows of the installations in the work table
-- `erased_installation`.
DELETE FROM installation_activity AS activity
USING erased_installation
WHERE activity.installation_id = erased_installation.installation_id;
DROP TABLE pg_temp.changed_activity
