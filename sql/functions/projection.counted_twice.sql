-- The events of days before a moment that the live cells of quality count and that a rebuild, which takes these cells over, counts
-- too: all permission events, which are never dropped, and engagement events of batches behind its head.
-- Reads the log, projection.latency_counted and checkpoint of the caller's generation. Days are those of the live generation.
CREATE OR REPLACE FUNCTION projection.counted_twice(until timestamptz)
RETURNS TABLE (app integer, day date, app_version integer, is_corrected boolean, latency bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    event.app,
    (event.effective_at AT TIME ZONE settings.time_zone)::date,
    coalesce(event.app_version, 0),
    event.effective_at <> event.occurred_at,
    projection.latency(event.received_at, event.effective_at)
FROM (
    SELECT
        permission.effective_at, permission.occurred_at, permission.received_at, permission.batch_id, permission.app,
        permission.app_version
    FROM log.permission_event AS permission
    WHERE isfinite(permission.effective_at)
    UNION ALL
    SELECT
        engagement.effective_at, engagement.occurred_at, engagement.received_at, engagement.batch_id, engagement.app,
        engagement.app_version
    FROM log.engagement_event AS engagement
    WHERE engagement.type >= 'notification_sent'
        AND engagement.batch_id <@ (SELECT projection.batches(projection.fill_head('quality')))
) AS event
CROSS JOIN projection.settings
INNER JOIN log.batch ON batch.batch_id = event.batch_id
WHERE batch.position <= (SELECT latency_counted.position FROM projection.latency_counted)
    AND (event.effective_at AT TIME ZONE settings.time_zone)::date < (until AT TIME ZONE settings.time_zone)::date
$$;
COMMENT ON FUNCTION projection.counted_twice(timestamptz) IS
    'Events in the kept cells of quality that a rebuild counts by itself.';
