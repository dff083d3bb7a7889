-- Returns what one journey adds to daily_reach_change, the changes of reach per day: for each day that ends in another
-- cell (status, OS version and level) than the day before, +1 in the new cell and −1 in the old one. Metrics: Reach.
-- weight: 1, or −1 to subtract. status_from, status, status_os, levels: the status over time, as in journey. zone: the
-- time zone of the days.
CREATE OR REPLACE FUNCTION projection.reach_changes(
    weight integer, status_from timestamptz[], status log.authorization_status[], status_os integer[],
    levels text, zone text
)
RETURNS TABLE (
    day date,
    os integer,
    {statuses+moves+levels: # integer}
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
        AND metric.is_reachable(side.status_before) THEN weight ELSE 0 END,
    {levels: CASE WHEN side.#of THEN side.sign ELSE 0 END}
FROM (
    SELECT
        day_end.day,
        day_end.status,
        day_end.os,
        metric.level(day_end.status, day_end.level) AS level,
        lag(day_end.status) OVER (ORDER BY day_end.i) AS status_before, -- null on the first day
        lag(day_end.os) OVER (ORDER BY day_end.i) AS os_before,
        lag(metric.level(day_end.status, day_end.level)) OVER (ORDER BY day_end.i) AS level_before
    FROM projection.ends_of_days(status_from, status, status_os, levels, zone) AS day_end
    -- Makes the planner compute it once instead of for each use.
    OFFSET 0
) AS day_end
CROSS JOIN LATERAL (
    VALUES
        (weight, true, day_end.status, day_end.os, day_end.level, day_end.status_before),
        (-weight, false, day_end.status_before, day_end.os_before, day_end.level_before, NULL)
) AS side (sign, is_new, status, os, level, status_before)
WHERE side.status IS NOT NULL
$$;
