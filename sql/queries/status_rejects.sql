-- The rejects of the last 24 hours by reason, most frequent first, for `bellwether status`. $1: the present time.
SELECT delivery.reason, sum(delivery.deliveries)::bigint
FROM log.batch
INNER JOIN log.delivery ON delivery.batch_id = batch.batch_id
WHERE batch.committed_at > $1::timestamptz - interval '24 hours' AND batch.rejected > 0 AND delivery.outcome = 'rejected'
GROUP BY delivery.reason
ORDER BY sum(delivery.deliveries) DESC, delivery.reason
