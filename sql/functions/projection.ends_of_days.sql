-- The last change of a journey on each day that has one, which is how it stands at the end of that day. Metrics: status at the end of a
-- day. A row for each such day, in their order. i: the place of the change in the journey's step function; next_day: the day of the next
-- row, null in the last. Where clocks go back over midnight a day goes on after the next has begun, so a change is the last of its day
-- only if all later ones are of later days. The planner inlines it.
-- status_from: the journey's step function; zone: the time zone of the days.
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
