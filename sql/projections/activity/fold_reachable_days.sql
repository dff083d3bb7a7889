-- The days at whose end a journey is reachable, one row; null if it never is. A status holds at the end of the days from its
-- own to the one before the next. Metrics: reachable. The planner inlines it.
-- status_from, status: the journey's step function; zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.reachable_days(
    status_from timestamptz[], status log.authorization_status[], zone text
)
RETURNS TABLE (days datemultirange)
LANGUAGE sql STABLE
AS $$
SELECT range_agg(daterange(ended.day, ended.next_day))
FROM projection.ends_of_days(status_from, zone) AS ended
WHERE metric.is_reachable(status[ended.i])
$$;
