-- Latencies of the events of a range of days by app and class of their size, as latency_cell holds them by day.
-- Metrics: Data quality. from_day, to_day: inclusive; known_by: the horizon. Where the state has passed it, the log is
-- read instead.
CREATE OR REPLACE FUNCTION projection.latencies(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    size_class integer,
    events bigint,
    over_24h bigint,
    clocks_corrected bigint,
    microseconds bigint[]
)
LANGUAGE sql STABLE
AS $$
SELECT cell.app, cell.size_class, cell.events, cell.over_24h, cell.clocks_corrected, cell.microseconds
FROM projection.latency_cell AS cell
WHERE projection.is_all_known('quality', known_by)
    AND cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
UNION ALL
SELECT
    measured.app,
    projection.latency_class(measured.latency),
    count(*),
    count(*) FILTER (WHERE measured.latency > 86400000000),
    count(*) FILTER (WHERE measured.is_corrected),
    array_agg(measured.latency)
FROM (
    SELECT
        event.app,
        projection.latency(event.received_at, event.effective_at) AS latency,
        event.effective_at <> event.occurred_at AS is_corrected
    FROM projection.events_of_days(from_day, to_day, known_by, projection.held('quality')) AS event
    WHERE NOT projection.is_all_known('quality', known_by)
) AS measured
GROUP BY measured.app, projection.latency_class(measured.latency)
$$;
COMMENT ON FUNCTION projection.latencies(date, date, timestamptz) IS
    'Latencies of the events of a range of days, by app and class of size.';
