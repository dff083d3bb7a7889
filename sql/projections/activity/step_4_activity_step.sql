-- Step 4 of the activity projection: adds the changes of step 2 to activity_step, which counts how many installations
-- enter and leave each set of days. Reads the work table of step 2.
INSERT INTO activity_step AS step ({activity_28d: #}, reachable, app, day)
SELECT
    {activity_28d: coalesce(sum(change.sign) FILTER (WHERE change.measure = '#'), 0)},
    coalesce(sum(change.sign) FILTER (WHERE change.measure = 'reachable'), 0),
    installation.app,
    change.day
FROM changed_activity AS installation
CROSS JOIN LATERAL projection.activity_changes(installation.before, installation.after) AS change
GROUP BY installation.app, change.day
ORDER BY installation.app, change.day
ON CONFLICT (app, day) DO UPDATE SET
    {activity_28d: # = step.# + excluded.#},
    reachable = step.reachable + excluded.reachable
