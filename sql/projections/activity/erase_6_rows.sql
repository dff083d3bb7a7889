-- The end of an erasure in the activity projection: deletes all rows of the installations in the work table `erased`.
DELETE FROM installation_activity AS known USING erased WHERE known.installation_id = erased.installation_id;
DROP TABLE pg_temp.changed_activity
