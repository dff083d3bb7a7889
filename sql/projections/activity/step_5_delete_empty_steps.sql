-- Step 5 of the activity projection: deletes days on which no installation enters or leaves a set any more. Reads all
-- of activity_step, which has at most one row per app and day. May be run twice.
DELETE FROM activity_step AS step
WHERE ({activity_28d: step.#}, step.reachable) = ({activity_28d: 0}, 0)
