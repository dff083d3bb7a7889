-- Where a journey stands at the ends of the days with a change: the place of the last change of each day, in their order, and the day of
-- the next one; null for the last. Not by the times at which days begin: where clocks go back to the day before, a day goes on after the
-- next began, and is over once all later changes are of later days. Metrics: status at the end of a day. The planner inlines it.
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
