-- Step 4 of the activity projection: adds the changes of step 2 to activity_step, which counts how many installations
-- enter and leave each set of days. Reads the work table of step 2.
INSERT INTO activity_step AS step (active_28d, openers_28d, reachable_28d, reachable, app, day)
SELECT
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'active_28d'), 0),
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'openers_28d'), 0),
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'reachable_28d'), 0),
    coalesce(sum(change.n) FILTER (WHERE change.measure = 'reachable'), 0),
    changed.app,
    change.day
FROM changed_activity AS changed
CROSS JOIN LATERAL projection.activity_changes(changed.before, changed.after) AS change
GROUP BY changed.app, change.day
ORDER BY changed.app, change.day
ON CONFLICT (app, day) DO UPDATE SET
    active_28d = step.active_28d + excluded.active_28d,
    openers_28d = step.openers_28d + excluded.openers_28d,
    reachable_28d = step.reachable_28d + excluded.reachable_28d,
    reachable = step.reachable + excluded.reachable
