-- What is in the log, for `bellwether status`: one row. Reads the ledger; numbers of events are the planner's estimates.
SELECT
    current_setting('server_version'),
    pg_size_pretty(pg_database_size(current_database())),
    (
        SELECT greatest(class.reltuples, 0)::bigint
        FROM pg_class AS class
        WHERE class.oid = 'log.permission_event'::regclass
    ),
    (
        -- Without the identities of permission events.
        SELECT greatest(
            coalesce(sum(greatest(class.reltuples, 0)), 0)::bigint - (
                SELECT greatest(class.reltuples, 0)::bigint
                FROM pg_class AS class
                WHERE class.oid = 'log.permission_event'::regclass
            ),
            0
        )
        FROM pg_inherits AS partition
        INNER JOIN pg_class AS class ON class.oid = partition.inhrelid
        WHERE partition.inhparent = 'log.engagement_event'::regclass
    ),
    count(*),
    coalesce(sum(batch.accepted), 0),
    coalesce(sum(batch.duplicates), 0),
    coalesce(sum(batch.rejected), 0),
    to_char(max(batch.latest_received_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    to_char(max(batch.committed_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM log.batch
