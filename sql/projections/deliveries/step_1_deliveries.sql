-- Step 1 of the deliveries projection: adds the deliveries of new batches to the counts of their day, outcome and
-- reason. Skips batches that are already counted. Reads log.delivery, log.batch, delivery_counted and settings.
INSERT INTO delivery_cell AS cell (deliveries, day, outcome, reason)
SELECT
    sum(delivery.deliveries),
    (delivery.received_from AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
    delivery.outcome,
    delivery.reason
FROM batch
INNER JOIN delivery ON delivery.batch_id = batch.batch_id
WHERE batch.position <= $2::bigint
    AND batch.position > greatest(
        $1::bigint,
        (SELECT delivery_counted.position FROM delivery_counted)
    )
GROUP BY day, delivery.outcome, delivery.reason
ORDER BY day, delivery.outcome, delivery.reason
ON CONFLICT (day, outcome, reason) DO UPDATE SET deliveries = cell.deliveries + excluded.deliveries
