-- For a rebuild after retention dropped events: copies from the live tables the cells (rows of counters) of the days
-- before a time, and the sampled events before it; fill 3 continues from there. Subtracts from the cells what the
-- rebuild counts itself: permission events, which are never dropped, and engagement events of batches after its head.
-- Days of the cells are those of the live time zone. If the rebuild has another, the time can lie within a live day: the
-- engagement events of that day before it are counted from the log, which still has them.
-- Reads the log, the live tables and the caller's checkpoint and settings.
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

    TRUNCATE fresh_event;
    INSERT INTO fresh_event (effective_at, occurred_at, received_at, app, app_version)
    SELECT event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version
    FROM projection.events_between(
        end_day::timestamp AT TIME ZONE zone, until, 'infinity', projection.fill_head('quality')
    ) AS event;
    PERFORM projection.count_events(1, settings.time_zone) FROM settings;
END
$$;
