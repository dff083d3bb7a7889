-- Step 1 of the opens projection: the engagement events of the new batches, into a work table.
-- Reads log.engagement_event in the months that the batches name; identities of permission events are none.
-- $1, $2: positions; the batches after the first up to and with the second.
CREATE TEMPORARY TABLE fresh_event ON COMMIT DROP AS
SELECT
    event.effective_at,
    event.occurred_at,
    event.app,
    event.os,
    event.campaign,
    event.type,
    event.trigger IS NOT DISTINCT FROM 'local' AS is_local,
    event.installation_id,
    event.id,
    event.notification_id
FROM (
    SELECT DISTINCT unnest(batch.engagement_months) AS starts
    FROM log.batch
    WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
) AS month
-- Month by month, so that no partition is opened that has nothing new.
CROSS JOIN LATERAL (
    SELECT engagement_event.*
    FROM log.engagement_event
    WHERE engagement_event.occurred_at >= month.starts::timestamp AT TIME ZONE 'UTC'
        AND engagement_event.occurred_at < (month.starts + interval '1 month') AT TIME ZONE 'UTC'
        AND engagement_event.type >= 'notification_sent'
        AND engagement_event.batch_id = ANY (ARRAY(
            SELECT batch.batch_id
            FROM log.batch
            WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
        ))
) AS event
