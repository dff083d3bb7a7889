-- Latencies of the events of a range of days by app, day and class of their size, as latency_cell holds them.
-- Metrics: Data quality. from_day, to_day: inclusive; known_by: the horizon. Where the state has passed it, the log is
-- read instead.
CREATE OR REPLACE FUNCTION projection.latencies(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    day date,
    size_class integer,
    events bigint,
    over_24h bigint,
    clocks_corrected bigint
)
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.app, state.day, state.size_class, state.events, state.over_24h, state.clocks_corrected
    FROM projection.latency_cell AS state
    WHERE projection.is_all_known('quality', known_by)
    UNION ALL
    SELECT past.*
    FROM projection.past(NULL::projection.past_latencies, known_by) AS past
    WHERE NOT projection.is_all_known('quality', known_by)
) AS cell
WHERE cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
$$;
COMMENT ON FUNCTION projection.latencies(date, date, timestamptz) IS
    'Latencies of the events of a range of days, by app, day and class of size.';
