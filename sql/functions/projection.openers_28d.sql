-- Returns the installations that opened a notification (not a local one) in the 28 days that end with a day. Metrics:
-- Opens (openers_28d).
CREATE OR REPLACE FUNCTION projection.openers_28d(last_day date, as_of timestamptz)
RETURNS TABLE (app integer, installation_id uuid)
LANGUAGE sql STABLE
AS $$
SELECT activity.app, activity.installation_id
FROM projection.installation_activity AS activity
WHERE projection.is_all_known('activity', as_of) AND activity.openers_28d @> last_day
UNION ALL
SELECT DISTINCT active_day.app, active_day.installation_id
FROM projection.past(NULL::projection.active_day, as_of) AS active_day
WHERE NOT projection.is_all_known('activity', as_of)
    AND active_day.measure = 'openers'
    AND projection.counted_days(active_day.day) @> last_day
$$;
