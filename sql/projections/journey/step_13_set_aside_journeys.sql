-- Step 13 of the journey projection: deletes the journeys of installations that are set aside. May be run twice.
DELETE FROM journey AS journey
USING changed_installation AS installation
INNER JOIN installation_set_aside
    ON installation_set_aside.installation_id = installation.installation_id
    AND installation_set_aside.app = installation.app
WHERE journey.installation_id = installation.installation_id AND journey.app = installation.app
