-- Step 1 of the quality projection: adds the latencies and corrected clocks of the new batches' events.
-- Reads both tables of events (engagement in the months that the batches name), counted_up_to and settings. What is
-- counted already is passed over.
-- $1, $2: positions; the batches after the first up to and with the second.
INSERT INTO latency_cell AS cell (events, over_24h, clocks_corrected, app, day, size_class, microseconds)
WITH new_batch AS MATERIALIZED (
    SELECT batch.batch_id, batch.engagement_months
    FROM log.batch
    WHERE batch.position <= $2::bigint
        AND batch.position > greatest(
            $1::bigint,
            (SELECT counted_up_to.position FROM counted_up_to WHERE counted_up_to.name = 'quality')
        )
)

SELECT
    count(*),
    count(*) FILTER (WHERE measured.latency > 86400000000),
    count(*) FILTER (WHERE measured.is_corrected),
    measured.app,
    measured.day,
    projection.latency_class(measured.latency) AS size_class,
    array_agg(measured.latency ORDER BY measured.latency)
FROM (
    SELECT
        event.app,
        (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
        event.effective_at <> event.occurred_at AS is_corrected,
        projection.latency(event.received_at, event.effective_at) AS latency
    FROM (
        SELECT engagement.app, engagement.occurred_at, engagement.effective_at, engagement.received_at
        FROM (SELECT DISTINCT unnest(new_batch.engagement_months) AS starts FROM new_batch) AS month
        -- Month by month, so that no partition is opened that has nothing new.
        CROSS JOIN LATERAL (
            SELECT engagement_event.*
            FROM log.engagement_event
            WHERE engagement_event.occurred_at >= month.starts::timestamp AT TIME ZONE 'UTC'
                AND engagement_event.occurred_at < (month.starts + interval '1 month') AT TIME ZONE 'UTC'
                AND engagement_event.type >= 'notification_sent'
                AND engagement_event.batch_id = ANY (ARRAY(SELECT new_batch.batch_id FROM new_batch))
        ) AS engagement
        UNION ALL
        SELECT permission.app, permission.occurred_at, permission.effective_at, permission.received_at
        FROM log.permission_event AS permission
        WHERE permission.batch_id = ANY (ARRAY(SELECT new_batch.batch_id FROM new_batch))
    ) AS event
) AS measured
GROUP BY measured.app, measured.day, size_class
ORDER BY measured.app, measured.day, size_class
ON CONFLICT (app, day, size_class) DO UPDATE SET
    events = cell.events + excluded.events,
    over_24h = cell.over_24h + excluded.over_24h,
    clocks_corrected = cell.clocks_corrected + excluded.clocks_corrected,
    microseconds = projection.ordered(cell.microseconds, excluded.microseconds)
