-- Step 1 of the journey projection: the opens of the new batches, by installation and effective time.
-- Reads log.engagement_event in the months that the batches name. May be run twice.
-- $1, $2: positions; the batches after the first up to and with the second.
INSERT INTO notification_open_v1 (effective_at, received_at, app, installation_id)
SELECT
    event.effective_at,
    min(event.received_at) AS received_at,
    event.app,
    event.installation_id
FROM (
    SELECT DISTINCT unnest(batch.engagement_months) AS starts
    FROM log.batch
    WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
) AS month
-- Month by month, so that no partition is opened that has nothing new; without OFFSET 0 the planner may join them all.
CROSS JOIN LATERAL (
    SELECT
        engagement_event.effective_at,
        engagement_event.received_at,
        engagement_event.app,
        engagement_event.installation_id
    FROM log.engagement_event
    WHERE engagement_event.occurred_at >= month.starts::timestamp AT TIME ZONE 'UTC'
        AND engagement_event.occurred_at < (month.starts + interval '1 month') AT TIME ZONE 'UTC'
        AND engagement_event.type = 'notification_opened'
        AND engagement_event.batch_id = ANY (ARRAY(
            SELECT batch.batch_id
            FROM log.batch
            WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
        ))
    OFFSET 0
) AS event
GROUP BY event.installation_id, event.app, event.effective_at
ORDER BY event.installation_id, event.app, event.effective_at
ON CONFLICT (installation_id, app, effective_at) DO UPDATE
    SET received_at = excluded.received_at
    WHERE excluded.received_at < notification_open_v1.received_at
