-- Returns the last day that is settled at a horizon: the last that ended at least `wait` seconds before known_by.
-- Metrics: Restatement. zone: the time zone of the days. If clocks went back across midnight, the day before continues
-- after the first midnight: it ends at the second, which is the one that AT TIME ZONE returns.
CREATE OR REPLACE FUNCTION projection.last_settled_day(known_by timestamptz, wait bigint, zone text) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT local.day - CASE WHEN ended.at < local.day::timestamp AT TIME ZONE zone THEN 2 ELSE 1 END
FROM (SELECT known_by - make_interval(secs => wait)) AS ended (at)
CROSS JOIN LATERAL (SELECT (ended.at AT TIME ZONE zone)::date) AS local (day)
$$;
