-- Returns the last day that is settled at a horizon: the last that ended at least `wait` seconds before known_by.
-- Metrics: Restatement. zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.last_settled_day(known_by timestamptz, wait bigint, zone text) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT ((known_by - make_interval(secs => wait)) AT TIME ZONE zone)::date - 1 $$;
