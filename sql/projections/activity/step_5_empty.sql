-- Step 5 of the activity projection: takes out the days on which nobody enters or leaves any more. Reads activity_step,
-- which has a row a day at most for each app. May be run twice.
DELETE FROM activity_step AS step
WHERE (step.active_28d, step.openers_28d, step.reachable_28d, step.reachable) = (0, 0, 0, 0)
