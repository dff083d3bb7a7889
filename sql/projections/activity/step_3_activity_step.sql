-- Step 3 of the activity projection: adds to the days on which installations enter and leave each set what they do now
-- less what they did before. Reads the work table of step 1.
INSERT INTO activity_step AS step (active_28d, openers_28d, reachable_28d, reachable, app, day)
SELECT
    coalesce(sum(side.n * bound.n) FILTER (WHERE side.measure = 'active_28d'), 0),
    coalesce(sum(side.n * bound.n) FILTER (WHERE side.measure = 'openers_28d'), 0),
    coalesce(sum(side.n * bound.n) FILTER (WHERE side.measure = 'reachable_28d'), 0),
    coalesce(sum(side.n * bound.n) FILTER (WHERE side.measure = 'reachable'), 0),
    changed.app,
    bound.day
FROM changed_activity AS changed
-- Days that came and days that went.
CROSS JOIN LATERAL (VALUES
    ('active_28d', 1, changed.active_28d - changed.active_28d_before),
    ('active_28d', -1, changed.active_28d_before - changed.active_28d),
    ('openers_28d', 1, changed.openers_28d - changed.openers_28d_before),
    ('openers_28d', -1, changed.openers_28d_before - changed.openers_28d),
    (
        'reachable_28d', 1,
        changed.active_28d * changed.reachable - changed.active_28d_before * changed.reachable_before
    ),
    (
        'reachable_28d', -1,
        changed.active_28d_before * changed.reachable_before - changed.active_28d * changed.reachable
    ),
    ('reachable', 1, changed.reachable - changed.reachable_before),
    ('reachable', -1, changed.reachable_before - changed.reachable)
) AS side (measure, n, days)
CROSS JOIN LATERAL unnest(side.days) AS stretch
CROSS JOIN LATERAL (VALUES (1, lower(stretch)), (-1, upper(stretch))) AS bound (n, day)
WHERE bound.day IS NOT NULL
GROUP BY changed.app, bound.day
ORDER BY changed.app, bound.day
ON CONFLICT (app, day) DO UPDATE SET
    active_28d = step.active_28d + excluded.active_28d,
    openers_28d = step.openers_28d + excluded.openers_28d,
    reachable_28d = step.reachable_28d + excluded.reachable_28d,
    reachable = step.reachable + excluded.reachable
