-- The moment up to which the projections know what was received: the default "now" of every table. Null before anything
-- was projected. Name it in a sub-select, or it is asked for every row.
CREATE OR REPLACE FUNCTION analytics.horizon() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT max(batch.latest_received_at)
FROM log.batch
WHERE batch.position <= (SELECT min(checkpoint.position) FROM projection.checkpoint)
$$;
COMMENT ON FUNCTION analytics.horizon() IS
    'Latest received_at of any accepted or duplicate delivery that the projections hold; null if there is none.';
