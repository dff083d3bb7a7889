-- Latencies of the events of a range of days by app, day and class of their size, as latency_cell holds them.
-- Metrics: Data quality.
CREATE OR REPLACE FUNCTION projection.latencies(from_day date, to_day date, known_by timestamptz)
RETURNS SETOF projection.quality
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.app, state.day, state.size_class, NULL::integer, state.events, state.over_24h, state.clocks_corrected
    FROM projection.latency_cell AS state
    WHERE projection.is_all_known('quality', known_by)
    UNION ALL
    SELECT past.*
    FROM projection.past(NULL::projection.quality, known_by) AS past
    WHERE NOT projection.is_all_known('quality', known_by) AND past.size_class IS NOT NULL
) AS cell
WHERE cell.day BETWEEN from_day AND least(to_day, (SELECT stats.day(known_by)))
$$;
