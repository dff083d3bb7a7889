-- Step 3 of the opens projection: stores the UTC offsets of the installations that step 2 found. May be run twice.
INSERT INTO installation_clock (app, installation_id, since, utc_offset)
SELECT moved.app, moved.installation_id, moved.since, moved.utc_offset
FROM moved_clock AS moved
ORDER BY moved.installation_id, moved.app
ON CONFLICT (installation_id, app) DO UPDATE SET since = excluded.since, utc_offset = excluded.utc_offset
