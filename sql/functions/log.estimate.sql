-- Returns PostgreSQL's estimates of the rows of the event tables, and the size of the database in bytes, for `bellwether status`.
-- permission: permission events; everything: rows of log.engagement_event, which has one for each permission event too. On a
-- cluster another definition adds up the nodes.
CREATE OR REPLACE FUNCTION log.estimate(OUT permission bigint, OUT everything bigint, OUT bytes bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    coalesce(sum(estimate.rows) FILTER (WHERE NOT class.relispartition), 0)::bigint,
    coalesce(sum(estimate.rows) FILTER (WHERE class.relispartition), 0)::bigint,
    pg_database_size(current_database())
FROM pg_class AS class
LEFT JOIN pg_inherits AS partition ON partition.inhrelid = class.oid
CROSS JOIN LATERAL (
    SELECT greatest(class.reltuples::bigint, pg_stat_get_live_tuples(class.oid), 0) AS rows
) AS estimate
WHERE class.oid = 'log.permission_event'::regclass OR partition.inhparent = 'log.engagement_event'::regclass
$$;
