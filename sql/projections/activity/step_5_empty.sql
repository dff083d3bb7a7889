-- Step 5 of the activity projection: deletes days on which no installation enters or leaves a set any more. Reads all
-- of activity_step, which has at most one row per app and day. May be run twice.
DELETE FROM activity_step AS step
WHERE (step.active_28d, step.openers_28d, step.reachable_28d, step.reachable) = (0, 0, 0, 0)
