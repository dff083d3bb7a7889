-- Steps 3 and 6 of the quality projection for a rebuild: the latencies and corrected clocks of the permission events of a
-- range of installations, and what is counted with them. Reads the log up to the rebuild's head, and settings.
-- $1, $2: after which installation_id (null: from the first on), and up to and with which.
WITH counted AS (
    INSERT INTO latency_counted (position, only_row)
    SELECT projection.fill_head('quality'), true
    -- Of an empty log nothing is counted.
    WHERE projection.fill_head('quality') > 0
    ON CONFLICT (only_row) DO NOTHING
)

INSERT INTO latency_cell AS cell (events, over_24h, clocks_corrected, app, day, size_class, microseconds)
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
    FROM log.permission_event AS event
    WHERE ($1::uuid IS NULL OR event.installation_id > $1::uuid)
        AND event.installation_id <= $2::uuid
        AND event.batch_id <> ALL (ARRAY(
            SELECT batch.batch_id
            FROM log.batch
            WHERE batch.position > projection.fill_head('quality')
        ))
        -- A time that the contract knows.
        AND isfinite(event.effective_at)
) AS measured
GROUP BY measured.app, measured.day, size_class
ORDER BY measured.app, measured.day, size_class
ON CONFLICT (app, day, size_class) DO UPDATE SET
    events = cell.events + excluded.events,
    over_24h = cell.over_24h + excluded.over_24h,
    clocks_corrected = cell.clocks_corrected + excluded.clocks_corrected,
    microseconds = projection.ordered(cell.microseconds, excluded.microseconds)
