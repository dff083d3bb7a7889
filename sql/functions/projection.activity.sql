-- Returns activity over 28 days by app and day, from the app's first day on. Metrics: Opens. Adds up the daily changes
-- (projection.activity_steps). reachable: at the day's end.
CREATE OR REPLACE FUNCTION projection.activity(from_day date, to_day date, as_of timestamptz)
RETURNS SETOF projection.activity
LANGUAGE sql STABLE
AS $$
WITH level AS (
    SELECT
        step.app,
        step.day,
        {activity_28d: sum(step.#) OVER so_far AS #},
        sum(step.reachable) OVER so_far AS reachable,
        -- The sums hold until the day before the app's next change.
        coalesce(lead(step.day) OVER so_far, 'infinity') AS next_day
    FROM projection.activity_steps(as_of) AS step
    WINDOW so_far AS (PARTITION BY step.app ORDER BY step.day)
)

SELECT
    level.app,
    days.day::date,
    {activity_28d: level.#::bigint},
    level.reachable::bigint
FROM level
CROSS JOIN LATERAL generate_series(
    greatest(level.day, from_day)::timestamp,
    least(level.next_day - 1, (SELECT metric.last_day(to_day, as_of)))::timestamp,
    interval '1 day'
) AS days (day)
WHERE level.next_day > from_day
$$;
