-- Latencies of the events of a range of days by app and class of their size, as latency_cell holds them by day.
-- Metrics: Data quality. from_day, to_day: inclusive; known_by: the horizon. Where the state has passed it, the log is
-- read instead.
CREATE OR REPLACE FUNCTION projection.latencies(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    size_class integer,
    events bigint,
    over_24h bigint,
    clocks_corrected bigint
)
LANGUAGE sql STABLE
AS $$
SELECT cell.app, cell.size_class, cell.events, cell.over_24h, cell.clocks_corrected
FROM projection.latency_cell AS cell
WHERE projection.is_all_known('quality', known_by)
    AND cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
UNION ALL
SELECT recomputed.*
FROM projection.recomputed_latencies(from_day, to_day, known_by, projection.held('quality')) AS recomputed
WHERE NOT projection.is_all_known('quality', known_by)
$$;
COMMENT ON FUNCTION projection.latencies(date, date, timestamptz) IS
    'Latencies of the events of a range of days, by app and class of size.';
