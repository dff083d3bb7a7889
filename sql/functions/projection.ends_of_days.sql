-- Returns a row for each day on which a journey changed, in order of days: the day's last change, which holds at its
-- end. Metrics: The journey of an installation (status at the end of a day). status_from, statuses, oses, levels: the
-- status over time, as in journey; level: the letter of levels; zone: the time zone of the days. next_day: the day of
-- the next row, null in the last row. If clocks go back across midnight, a day ends when the next one begins for good: a
-- change before that is of the day. Changes are not always in order of time, so one is the last of its day only if all
-- later ones are on later days. The planner inlines this function. unnest reads a compressed array once, a subscript each
-- time.
CREATE OR REPLACE FUNCTION projection.ends_of_days(
    status_from timestamptz[], statuses log.authorization_status[], oses integer[], levels text, zone text
)
RETURNS TABLE (i bigint, day date, next_day date, status log.authorization_status, os integer, level text)
LANGUAGE sql STABLE
AS $$
SELECT end_of_day.i, end_of_day.day, end_of_day.next_day, end_of_day.status, end_of_day.os, end_of_day.level
FROM (
    SELECT
        change_day.*,
        min(change_day.day) OVER (
            ORDER BY change_day.i DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS next_day
    FROM (
        SELECT
            change.i, local_day.day - (change.at < projection.start_of_day(local_day.day, zone))::integer AS day,
            change.status, change.os, change.level
        FROM unnest(
            status_from, statuses, oses, string_to_array(levels, NULL)
        ) WITH ORDINALITY AS change (at, status, os, level, i)
        CROSS JOIN LATERAL (SELECT (change.at AT TIME ZONE zone)::date) AS local_day (day)
    ) AS change_day
) AS end_of_day
WHERE end_of_day.next_day IS NULL OR end_of_day.day < end_of_day.next_day
$$;
