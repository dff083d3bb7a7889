-- Counts, by app, the events that came too late for a horizon: received after it and up to as_of, with an effective
-- time at or before it. Metrics: Restatement. Apps without any have no row. Only batches that can contain one are read,
-- through the block range indexes on batch_id.
CREATE OR REPLACE FUNCTION projection.late_events(horizon timestamptz, as_of timestamptz)
RETURNS TABLE (app_id text, events bigint)
LANGUAGE sql STABLE
AS $$
WITH batches AS MATERIALIZED (
    SELECT range_agg(int8range(batch.batch_id, batch.batch_id, '[]')) AS ids
    FROM log.batch
    WHERE batch.latest_received_at > horizon
        AND batch.position <= (SELECT min(checkpoint.position) FROM projection.checkpoint)
)

SELECT app.app_id, count(*)
FROM (
    SELECT engagement.effective_at, engagement.received_at, engagement.batch_id, engagement.app
    FROM log.engagement_event AS engagement
    WHERE engagement.type IN ({engagement_events: '#'})
    UNION ALL
    SELECT permission.effective_at, permission.received_at, permission.batch_id, permission.app
    FROM log.permission_event AS permission
) AS event
INNER JOIN log.app ON app.app = event.app
WHERE event.batch_id >= (SELECT lower(batches.ids) FROM batches)
    AND event.batch_id < (SELECT upper(batches.ids) FROM batches)
    AND NOT event.batch_id <@ (SELECT projection.gaps(batches.ids) FROM batches)
    AND event.received_at > horizon
    AND event.received_at <= as_of
    AND event.effective_at <= horizon
GROUP BY app.app_id
$$;
