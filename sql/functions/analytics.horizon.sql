-- Returns the horizon, the default "now" of every table: the latest receipt that all projections hold. Null if nothing
-- is projected. Call it in a scalar subquery, or it runs for every row.
CREATE OR REPLACE FUNCTION analytics.horizon() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT metric.horizon() $$;
COMMENT ON FUNCTION analytics.horizon() IS
    'Latest received_at of any accepted or duplicate delivery that all projections hold; null if there is none. Write it as a '
    'subquery, (SELECT horizon()), so that it is computed once.';
