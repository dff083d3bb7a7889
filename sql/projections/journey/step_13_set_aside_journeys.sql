-- Step 13 of the journey projection: deletes the journeys of installations that are set aside. May be run twice.
DELETE FROM journey AS journey
USING touched
INNER JOIN set_aside AS aside ON aside.installation_id = touched.installation_id AND aside.app = touched.app
WHERE journey.installation_id = touched.installation_id AND journey.app = touched.app
