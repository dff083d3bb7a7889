-- Step 4 of the quality projection: adds the latencies and corrected clocks of the new batches' events.
-- Reads the work table of steps 1 and 2, and settings.
INSERT INTO latency_cell AS cell (events, over_24h, clocks_corrected, app, day, size_class)
SELECT
    count(*),
    count(*) FILTER (WHERE measured.latency > 86400000000),
    count(*) FILTER (WHERE measured.is_corrected),
    measured.app,
    measured.day,
    projection.span_class(measured.latency)
FROM (
    SELECT
        event.app,
        (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
        event.effective_at <> event.occurred_at AS is_corrected,
        projection.latency(event.received_at, event.effective_at) AS latency
    FROM fresh_event AS event
) AS measured
GROUP BY measured.app, measured.day, projection.span_class(measured.latency)
ON CONFLICT (app, day, size_class) DO UPDATE SET
    events = cell.events + excluded.events,
    over_24h = cell.over_24h + excluded.over_24h,
    clocks_corrected = cell.clocks_corrected + excluded.clocks_corrected
