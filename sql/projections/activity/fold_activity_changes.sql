-- Returns the days whose 28-day counts include activity on a day: that day and the 27 days after it.
CREATE OR REPLACE FUNCTION projection.counted_days(day date) RETURNS daterange
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT daterange(day, day + 28) $$;

-- Returns how one installation changes activity_step, which counts how many enter and leave each set of days.
-- Metrics: active_28d, openers_28d, reachable_28d, reachable. before: null if it was unknown. The planner inlines it.
CREATE OR REPLACE FUNCTION projection.activity_changes(
    before projection.activity_days, after projection.activity_days
)
RETURNS TABLE (measure text, day date, sign integer)
LANGUAGE sql STABLE
AS $$
SELECT side.measure, bound.day, bound.sign
FROM (VALUES
    ('active_28d', coalesce((before).active_28d, '{}'), (after).active_28d),
    ('openers_28d', coalesce((before).openers_28d, '{}'), (after).openers_28d),
    (
        'reachable_28d',
        coalesce((before).active_28d * (before).reachable, '{}'),
        (after).active_28d * (after).reachable
    ),
    ('reachable', coalesce((before).reachable, '{}'), (after).reachable)
) AS side (measure, before, after)
-- The spans of days that were added and those that were removed.
CROSS JOIN LATERAL (
    SELECT 1 AS sign, unnest(side.after - side.before) AS days
    UNION ALL
    SELECT -1 AS sign, unnest(side.before - side.after) AS days
) AS change
CROSS JOIN LATERAL (VALUES (change.sign, lower(change.days)), (-change.sign, upper(change.days))) AS bound (sign, day)
WHERE side.before <> side.after AND bound.day IS NOT NULL
$$;
