-- Returns one row: the days at whose end a journey is reachable, or null if there are none. A status applies from its
-- own day to the day before the next one. Metrics: reachable. The planner inlines it.
-- status_from, status: the status over time, as in journey. zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.reachable_days(
    status_from timestamptz[], status log.authorization_status[], zone text
)
RETURNS TABLE (days datemultirange)
LANGUAGE sql STABLE
AS $$
SELECT range_agg(daterange(day_end.day, day_end.next_day))
FROM projection.ends_of_days(status_from, status, NULL, NULL, zone) AS day_end
WHERE metric.is_reachable(day_end.status)
$$;
