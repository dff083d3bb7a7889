-- Adds the events of the work table collected_event to the cells (rows of counters) of each dimension, or subtracts
-- them.
-- weight: 1 to add, −1 to subtract. zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.count_events(weight integer, zone text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO quality_cell AS cell (events, over_24h, clocks_corrected, app, day, value, dimension)
    SELECT
        weight * count(*),
        weight * count(*) FILTER (WHERE quality.is_over_24h),
        weight * count(*) FILTER (WHERE quality.is_corrected),
        event.app,
        quality.day,
        coalesce(quality.size_class, quality.app_version) AS value,
        CASE grouping(quality.size_class) WHEN 0 THEN 'size_class' ELSE 'app_version' END AS dimension
    FROM (
        SELECT event.*, metric.latency(event.received_at, event.effective_at) AS latency
        FROM collected_event AS event OFFSET 0
    ) AS event
    CROSS JOIN LATERAL projection.counted_event(
        event.effective_at, event.occurred_at, event.latency, event.app_version, zone
    ) AS quality
    GROUP BY quality.day, event.app, GROUPING SETS (quality.size_class, quality.app_version)
    ORDER BY dimension, quality.day, event.app, value
    ON CONFLICT (dimension, day, app, value) DO UPDATE SET
        events = cell.events + excluded.events,
        over_24h = cell.over_24h + excluded.over_24h,
        clocks_corrected = cell.clocks_corrected + excluded.clocks_corrected;

    IF weight < 0 THEN
        -- Below 0 is what a part takes away from counts that another part still holds.
        DELETE FROM quality_cell AS cell WHERE cell.events = 0;
    END IF;
END
$$;
