-- Adds the events of the work table fresh_event to the cells of latencies and versions, or takes them away again.
-- weight: 1 or -1; zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.count_events(weight integer, zone text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO latency_cell AS cell (events, over_24h, clocks_corrected, app, day, size_class)
    SELECT
        weight * count(*),
        weight * count(*) FILTER (WHERE counted.is_over_24h),
        weight * count(*) FILTER (WHERE counted.is_corrected),
        measured.app,
        counted.day,
        counted.size_class
    FROM fresh_event AS measured
    CROSS JOIN LATERAL projection.counted_event(
        measured.effective_at, measured.occurred_at, measured.received_at, measured.app_version, zone
    ) AS counted
    GROUP BY measured.app, counted.day, counted.size_class
    ON CONFLICT (app, day, size_class) DO UPDATE SET
        events = cell.events + excluded.events,
        over_24h = cell.over_24h + excluded.over_24h,
        clocks_corrected = cell.clocks_corrected + excluded.clocks_corrected;

    INSERT INTO version_cell AS cell (events, app, day, app_version)
    SELECT
        weight * count(*),
        event.app,
        counted.day,
        counted.app_version
    FROM fresh_event AS event
    CROSS JOIN LATERAL projection.counted_event(
        event.effective_at, event.occurred_at, event.received_at, event.app_version, zone
    ) AS counted
    GROUP BY event.app, counted.day, counted.app_version
    ORDER BY event.app, counted.day, counted.app_version
    ON CONFLICT (app, day, app_version) DO UPDATE SET events = cell.events + excluded.events;

    IF weight < 0 THEN
        DELETE FROM latency_cell AS cell WHERE cell.events <= 0;
        DELETE FROM version_cell AS cell WHERE cell.events <= 0;
    END IF;
END
$$;
