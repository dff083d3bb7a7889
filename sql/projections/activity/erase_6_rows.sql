-- The end of an erasure in the activity projection: deletes all rows of the installations in the work table `erased`.
DELETE FROM installation_activity AS activity USING erased WHERE activity.installation_id = erased.installation_id;
DROP TABLE pg_temp.changed_activity
