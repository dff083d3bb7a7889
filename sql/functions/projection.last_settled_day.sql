-- Returns the last day that is settled at a horizon: the last that ended at least `wait` seconds before as_of.
-- Metrics: Restatement. zone: the time zone of the days. A day ends where the next begins.
CREATE OR REPLACE FUNCTION projection.last_settled_day(as_of timestamptz, wait bigint, zone text) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT local_day.day - CASE WHEN deadline.at < projection.start_of_day(local_day.day, zone) THEN 2 ELSE 1 END
FROM (SELECT as_of - make_interval(secs => wait)) AS deadline (at)
CROSS JOIN LATERAL (SELECT (deadline.at AT TIME ZONE zone)::date) AS local_day (day)
$$;
