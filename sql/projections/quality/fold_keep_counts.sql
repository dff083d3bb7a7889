-- Takes over from the live generation the cells of the days before a moment and the sampled events of before it; fill 3 goes on
-- behind the moment, and adds again what it meets. Without the events that the rebuild counts by itself: all permission
-- events, which are never dropped, and engagement events of batches behind its head.
-- Reads the log, the live state and checkpoint of the caller's generation. Days are those of the live generation.
CREATE OR REPLACE FUNCTION projection.keep_counts(until timestamptz) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    zone text := (SELECT live.time_zone FROM projection.settings AS live);
    end_day date := (until AT TIME ZONE zone)::date;
BEGIN
    -- The tables of both generations have the same columns.
    INSERT INTO quality_cell SELECT kept.* FROM projection.quality_cell AS kept WHERE kept.day < end_day;
    INSERT INTO sampled_event SELECT kept.* FROM projection.sampled_event AS kept WHERE kept.effective_at < until;

    CREATE TEMPORARY TABLE fresh_event ON COMMIT DROP AS
    SELECT event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version
    FROM (
        SELECT
            permission.effective_at, permission.occurred_at, permission.received_at, permission.batch_id, permission.app,
            permission.app_version
        FROM permission_event AS permission
        WHERE isfinite(permission.effective_at)
        UNION ALL
        SELECT
            engagement.effective_at, engagement.occurred_at, engagement.received_at, engagement.batch_id, engagement.app,
            engagement.app_version
        FROM engagement_event AS engagement
        WHERE engagement.type >= 'notification_sent'
            AND engagement.batch_id <@ (SELECT projection.batches(projection.fill_head('quality')))
    ) AS event
    INNER JOIN batch ON batch.batch_id = event.batch_id
    WHERE batch.position <= (SELECT counted.position FROM projection.latency_counted AS counted)
        AND (event.effective_at AT TIME ZONE zone)::date < end_day;
    PERFORM projection.count_events(-1, zone);
END
$$;
