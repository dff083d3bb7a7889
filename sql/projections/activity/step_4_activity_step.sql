-- Step 4 of the activity projection: adds to the days on which installations enter and leave each set what they do now
-- less what they did before. Reads the work table of step 2.
INSERT INTO activity_step AS step (active_28d, openers_28d, reachable_28d, reachable, app, day)
SELECT
    coalesce(sum(bound.n) FILTER (WHERE side.measure = 'active_28d'), 0),
    coalesce(sum(bound.n) FILTER (WHERE side.measure = 'openers_28d'), 0),
    coalesce(sum(bound.n) FILTER (WHERE side.measure = 'reachable_28d'), 0),
    coalesce(sum(bound.n) FILTER (WHERE side.measure = 'reachable'), 0),
    changed.app,
    bound.day
FROM changed_activity AS changed
CROSS JOIN LATERAL (VALUES
    ('active_28d', changed.active_28d_before, changed.active_28d),
    ('openers_28d', changed.openers_28d_before, changed.openers_28d),
    (
        'reachable_28d', changed.active_28d_before * changed.reachable_before, changed.active_28d * changed.reachable
    ),
    ('reachable', changed.reachable_before, changed.reachable)
) AS side (measure, before, after)
-- Days that came and days that went.
CROSS JOIN LATERAL (
    SELECT 1 AS n, unnest(side.after - side.before) AS days
    UNION ALL
    SELECT -1 AS n, unnest(side.before - side.after) AS days
) AS moved
CROSS JOIN LATERAL (VALUES (moved.n, lower(moved.days)), (-moved.n, upper(moved.days))) AS bound (n, day)
WHERE side.before <> side.after AND bound.day IS NOT NULL
GROUP BY changed.app, bound.day
ORDER BY changed.app, bound.day
ON CONFLICT (app, day) DO UPDATE SET
    active_28d = step.active_28d + excluded.active_28d,
    openers_28d = step.openers_28d + excluded.openers_28d,
    reachable_28d = step.reachable_28d + excluded.reachable_28d,
    reachable = step.reachable + excluded.reachable
