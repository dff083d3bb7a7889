-- What the log contains, for `bellwether status`: one row. Deliveries are those that the projection deliveries has
-- counted, plus those of later batches in the ledger (log.batch). Numbers of events are PostgreSQL's estimates.
SELECT
    current_setting('server_version'),
    pg_size_pretty(estimate.bytes),
    estimate.permission,
    greatest(estimate.everything - estimate.permission, 0),
    head.position,
    total.accepted,
    total.duplicates,
    total.rejected,
    (SELECT to_char(max(batch.latest_received_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM log.batch),
    (
        SELECT to_char(batch.committed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        FROM log.batch
        WHERE batch.position = head.position
    ),
    (SELECT coalesce(sum(quarantine_use.rejects_not_kept), 0)::bigint FROM log.quarantine_use)
FROM log.estimate() AS estimate
CROSS JOIN (SELECT coalesce(max(batch.position), 0) AS position FROM log.batch) AS head
CROSS JOIN LATERAL (
    SELECT
        coalesce(sum(delivery_count.deliveries) FILTER (WHERE delivery_count.outcome = 'accepted'), 0) AS accepted,
        coalesce(sum(delivery_count.deliveries) FILTER (WHERE delivery_count.outcome = 'duplicate'), 0) AS duplicates,
        coalesce(sum(delivery_count.deliveries) FILTER (WHERE delivery_count.outcome = 'rejected'), 0) AS rejected
    FROM (
        SELECT cell.outcome::text, cell.deliveries FROM projection.delivery_cell AS cell
        UNION ALL
        SELECT batch_count.outcome, batch_count.deliveries
        FROM log.batch
        CROSS JOIN LATERAL (
            VALUES ('accepted', batch.accepted), ('duplicate', batch.duplicates), ('rejected', batch.rejected)
        ) AS batch_count (outcome, deliveries)
        -- With two bounds the planner expects few rows and uses the index.
        WHERE batch.position > (SELECT coalesce(max(progress.position), 0) FROM projection.delivery_counted AS progress)
            AND batch.position <= head.position
    ) AS delivery_count
) AS total
