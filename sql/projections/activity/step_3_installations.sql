-- Step 3 of the activity projection: writes the installations that step 2 found changed. May be run twice.
INSERT INTO installation_activity (app, installation_id, active_28d, openers_28d, reachable)
SELECT installation.app, installation.installation_id, (installation.after).*
FROM changed_activity AS installation
WHERE installation.after IS DISTINCT FROM installation.before
ORDER BY installation.installation_id, installation.app
ON CONFLICT (installation_id, app) DO UPDATE SET
    active_28d = excluded.active_28d,
    openers_28d = excluded.openers_28d,
    reachable = excluded.reachable
