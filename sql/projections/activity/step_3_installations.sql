-- Step 3 of the activity projection: writes the installations that step 2 changed. May be run twice.
INSERT INTO installation_activity (app, installation_id, active_28d, openers_28d, reachable)
SELECT changed.app, changed.installation_id, changed.active_28d, changed.openers_28d, changed.reachable
FROM changed_activity AS changed
WHERE NOT changed.is_known
    OR changed.active_28d <> changed.active_28d_before
    OR changed.openers_28d <> changed.openers_28d_before
    OR changed.reachable <> changed.reachable_before
ORDER BY changed.installation_id, changed.app
ON CONFLICT (installation_id, app) DO UPDATE SET
    active_28d = excluded.active_28d,
    openers_28d = excluded.openers_28d,
    reachable = excluded.reachable
