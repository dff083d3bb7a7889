-- The end of an erasure in the journey projection: deletes all rows of the installations in the work table
-- `erased_installation`.
DELETE FROM journey AS journey
USING erased_installation
WHERE journey.installation_id = erased_installation.installation_id;
DELETE FROM notification_open AS open
USING erased_installation
WHERE open.installation_id = erased_installation.installation_id;
DELETE FROM installation_set_aside AS installation
USING erased_installation
WHERE installation.installation_id = erased_installation.installation_id;
DROP TABLE pg_temp.changed_installation, pg_temp.new_journey, pg_temp.reach_change, pg_temp.prompt_change
