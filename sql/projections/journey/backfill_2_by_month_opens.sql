-- Step 2 of the journey projection for a rebuild: the opens of one month, one row per installation and effective time.
-- Reads log.engagement_event. May be run twice. $1, $2: beginning and end of the month, by occurred_at.
INSERT INTO notification_open (effective_at, received_at, app, installation_id)
SELECT
    event.effective_at,
    min(event.received_at) AS received_at,
    event.app,
    event.installation_id
FROM engagement_event AS event
WHERE event.occurred_at >= $1::timestamptz
    AND event.occurred_at < $2::timestamptz
    AND event.type = 'notification_opened'
    AND NOT event.batch_id <@ (SELECT projection.batches(projection.backfill_head('journey')))
GROUP BY event.installation_id, event.app, event.effective_at
ORDER BY event.installation_id, event.app, event.effective_at
ON CONFLICT (installation_id, app, effective_at) DO UPDATE
    SET received_at = excluded.received_at
    WHERE excluded.received_at < notification_open.received_at
