-- What is in the log, for `bellwether status`: one row. Deliveries are those that their projection has counted, and of the ledger
-- those after it. Numbers of events are PostgreSQL's estimates.
SELECT
    current_setting('server_version'),
    pg_size_pretty(pg_database_size(current_database())),
    estimate.permission,
    greatest(estimate.everything - estimate.permission, 0),
    head.position,
    counted.accepted + behind.accepted,
    counted.duplicates + behind.duplicates,
    counted.rejected + behind.rejected,
    (SELECT to_char(max(batch.latest_received_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM log.batch),
    (
        SELECT to_char(batch.committed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        FROM log.batch
        WHERE batch.position = head.position
    ),
    (SELECT coalesce(sum(used.rejects_not_kept), 0)::bigint FROM log.quarantine_use AS used)
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
CROSS JOIN (SELECT coalesce(max(batch.position), 0) AS position FROM log.batch) AS head
CROSS JOIN (
    SELECT
        (SELECT coalesce(max(done.position), 0) FROM projection.delivery_counted AS done) AS position,
        coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = 'accepted'), 0) AS accepted,
        coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = 'duplicate'), 0) AS duplicates,
        coalesce(sum(cell.deliveries) FILTER (WHERE cell.outcome = 'rejected'), 0) AS rejected
    FROM projection.delivery_cell AS cell
) AS counted
CROSS JOIN LATERAL (
    SELECT
        coalesce(sum(batch.accepted), 0) AS accepted,
        coalesce(sum(batch.duplicates), 0) AS duplicates,
        coalesce(sum(batch.rejected), 0) AS rejected
    FROM log.batch
    -- With two bounds the planner expects little between them, and takes the index.
    WHERE batch.position > counted.position AND batch.position <= head.position
) AS behind
