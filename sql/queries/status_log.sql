-- What the log contains, for `bellwether status`: one row. Deliveries are those that the projection deliveries has
-- counted, plus those of later batches in the ledger (log.batch). Numbers of events are PostgreSQL's estimates.
SELECT
    current_setting('server_version'),
    pg_size_pretty(estimate.bytes),
    estimate.permission,
    greatest(estimate.everything - estimate.permission, 0),
    head.position,
    delivered.accepted,
    delivered.duplicates,
    delivered.rejected,
    (SELECT to_char(max(batch.latest_received_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM log.batch),
    (
        SELECT to_char(batch.committed_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        FROM log.batch
        WHERE batch.position = head.position
    ),
    (SELECT coalesce(sum(used.rejects_not_kept), 0)::bigint FROM log.quarantine_use AS used)
FROM log.estimate() AS estimate
CROSS JOIN (SELECT coalesce(max(batch.position), 0) AS position FROM log.batch) AS head
CROSS JOIN LATERAL (
    SELECT
        coalesce(sum(told.deliveries) FILTER (WHERE told.outcome = 'accepted'), 0) AS accepted,
        coalesce(sum(told.deliveries) FILTER (WHERE told.outcome = 'duplicate'), 0) AS duplicates,
        coalesce(sum(told.deliveries) FILTER (WHERE told.outcome = 'rejected'), 0) AS rejected
    FROM (
        SELECT cell.outcome::text, cell.deliveries FROM projection.delivery_cell AS cell
        UNION ALL
        SELECT counted.outcome, counted.deliveries
        FROM log.batch
        CROSS JOIN LATERAL (
            VALUES ('accepted', batch.accepted), ('duplicate', batch.duplicates), ('rejected', batch.rejected)
        ) AS counted (outcome, deliveries)
        -- With two bounds the planner expects few rows and uses the index.
        WHERE batch.position > (SELECT coalesce(max(done.position), 0) FROM projection.delivery_counted AS done)
            AND batch.position <= head.position
    ) AS told
) AS delivered
