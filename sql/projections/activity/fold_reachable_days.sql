-- The days at whose end a journey is reachable, one row; null if it never is. A status holds at the end of the days from its
-- own to the one before the next status's day. Metrics: reachable. The planner inlines it.
-- status_from, status: the journey's step function; zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.reachable_days(
    status_from timestamptz[], status log.authorization_status[], zone text
)
RETURNS TABLE (days datemultirange)
LANGUAGE sql STABLE
AS $$
SELECT range_agg(daterange(step.day, step.next_day))
FROM (
    SELECT
        status[place.n] AS status,
        (status_from[place.n] AT TIME ZONE zone)::date AS day,
        (status_from[place.n + 1] AT TIME ZONE zone)::date AS next_day
    FROM generate_subscripts(status_from, 1) AS place (n)
) AS step
WHERE metric.is_reachable(step.status)
    -- Where the clocks go back over midnight, a day can end before it began: then the status holds at no end of one.
    AND (step.next_day < step.day) IS NOT TRUE
$$;
