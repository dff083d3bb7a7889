-- Returns what one journey adds to daily_reach_change, the changes of reach per day: for each day that ends in another
-- cell (status and OS version) than the day before, +1 in the new cell and −1 in the old one. Metrics: Reach.
-- weight: 1, or −1 to subtract. status_from, status, status_os: the status over time, as in journey. zone: the time
-- zone of the days.
CREATE OR REPLACE FUNCTION projection.reach_changes(
    weight integer, status_from timestamptz[], status log.authorization_status[], status_os integer[], zone text
)
RETURNS TABLE (
    day date,
    os integer,
    {statuses+moves: # integer}
)
LANGUAGE sql STABLE
AS $$
SELECT
    day_end.day,
    side.os,
    {statuses: CASE WHEN side.status = '#' THEN side.sign ELSE 0 END},
    CASE WHEN metric.is_reachable(side.status)
        AND coalesce(NOT metric.is_reachable(side.status_before), side.is_new) THEN weight ELSE 0 END,
    CASE WHEN NOT metric.is_reachable(side.status)
        AND metric.is_reachable(side.status_before) THEN weight ELSE 0 END
FROM (
    SELECT
        day_end.day,
        day_end.status,
        day_end.os,
        lag(day_end.status) OVER (ORDER BY day_end.i) AS status_before, -- null on the first day
        lag(day_end.os) OVER (ORDER BY day_end.i) AS os_before
    FROM projection.ends_of_days(status_from, status, status_os, zone) AS day_end
    -- Makes the planner compute it once instead of for each use.
    OFFSET 0
) AS day_end
CROSS JOIN LATERAL (
    VALUES
        (weight, true, day_end.status, day_end.os, day_end.status_before),
        (-weight, false, day_end.status_before, day_end.os_before, NULL)
) AS side (sign, is_new, status, os, status_before)
WHERE side.status IS NOT NULL
$$;
