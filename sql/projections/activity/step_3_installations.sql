-- Step 3 of the activity projection: writes the installations that step 2 found changed. May be run twice.
INSERT INTO installation_activity (app, installation_id, active_28d, openers_28d, reachable)
SELECT changed.app, changed.installation_id, (changed.after).*
FROM changed_activity AS changed
WHERE changed.after IS DISTINCT FROM changed.before
ORDER BY changed.installation_id, changed.app
ON CONFLICT (installation_id, app) DO UPDATE SET
    active_28d = excluded.active_28d,
    openers_28d = excluded.openers_28d,
    reachable = excluded.reachable
