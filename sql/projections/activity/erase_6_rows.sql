-- The end of an erasure in the activity projection: takes out all rows of whoever is erased. Reads `erased`.
DELETE FROM installation_activity AS known USING erased WHERE known.installation_id = erased.installation_id;
DROP TABLE pg_temp.changed_activity
