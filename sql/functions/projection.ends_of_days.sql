-- Returns a row for each day on which a journey changed, in order of days: the day's last change, which holds at its
-- end. Metrics: The journey of an installation (status at the end of a day). status_from: the times of the changes;
-- zone: the time zone of the days. i: index of the change in status_from; next_day: the day of the next row, null in
-- the last row. If clocks go back across midnight, a day continues after the next one began, so a change is the last of
-- its day only if all later changes are on later days. The planner inlines this function.
CREATE OR REPLACE FUNCTION projection.ends_of_days(status_from timestamptz[], zone text)
RETURNS TABLE (i integer, day date, next_day date)
LANGUAGE sql STABLE
AS $$
SELECT placed.i, placed.day, placed.next_day
FROM (
    SELECT
        local.i,
        local.day,
        min(local.day) OVER (ORDER BY local.i DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS next_day
    FROM (
        SELECT
            place.i,
            (status_from[place.i] AT TIME ZONE zone)::date AS day
        FROM generate_subscripts(status_from, 1) AS place (i)
    ) AS local
) AS placed
WHERE placed.next_day IS NULL OR placed.day < placed.next_day
$$;
