-- What is in the log, for `bellwether status`: one row. Reads the ledger; numbers of events are
-- PostgreSQL's estimates: what it counted as it wrote, or what ANALYZE saw last.
SELECT
    current_setting('server_version'),
    pg_size_pretty(pg_database_size(current_database())),
    estimate.permission,
    greatest(estimate.everything - estimate.permission, 0),
    count(batch.batch_id),
    coalesce(sum(batch.accepted), 0),
    coalesce(sum(batch.duplicates), 0),
    coalesce(sum(batch.rejected), 0),
    to_char(max(batch.latest_received_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    to_char(max(batch.committed_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM (
    SELECT
        sum(table_estimate.rows) FILTER (WHERE NOT table_estimate.is_partition)::bigint AS permission,
        -- With the identities of permission events.
        coalesce(sum(table_estimate.rows) FILTER (WHERE table_estimate.is_partition), 0)::bigint AS everything
    FROM (
        SELECT
            class.relispartition AS is_partition,
            greatest(class.reltuples::bigint, pg_stat_get_live_tuples(class.oid), 0) AS rows
        FROM pg_class AS class
        LEFT JOIN pg_inherits AS partition ON partition.inhrelid = class.oid
        WHERE class.oid = 'log.permission_event'::regclass
            OR partition.inhparent = 'log.engagement_event'::regclass
    ) AS table_estimate
) AS estimate
LEFT JOIN log.batch ON true
GROUP BY estimate.permission, estimate.everything
