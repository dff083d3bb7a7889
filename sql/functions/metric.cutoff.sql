-- The horizon of a table, and the last of its days. Call both in a scalar subquery, or they run for every row.

-- Returns the latest receipt that all projections hold; null if nothing is projected.
CREATE OR REPLACE FUNCTION metric.horizon() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT max(batch.latest_received_at)
FROM log.batch
WHERE batch.position <= (SELECT min(checkpoint.position) FROM projection.checkpoint)
$$;

-- Returns the horizon of a table: events received later are ignored. as_of: the one asked for; null: the latest.
CREATE OR REPLACE FUNCTION metric.cutoff(as_of timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(as_of, metric.horizon()) $$;

-- Returns the last day of a table: to_day, but none after that of the horizon; null without a horizon, so that no day is in the
-- table (LEAST would ignore the null).
CREATE OR REPLACE FUNCTION metric.last_day(to_day date, horizon timestamptz) RETURNS date
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN horizon IS NOT NULL THEN least(to_day, stats.day(horizon)) END $$;
