-- Returns what an event counts as in data quality: its day, and its value in each dimension of quality_cell (the class
-- of its latency; the app version that it names, 0 if none). Metrics: Data quality. A new dimension needs a column
-- here, a grouping set in projection.count_events and a case in projection.past_quality.
-- latency: metric.latency (in microseconds), from a subquery, so that it is computed once and this function is inlined.
-- named_version: null if none; zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.counted_event(
    effective_at timestamptz, occurred_at timestamptz, latency bigint, named_version integer, zone text
)
RETURNS TABLE (
    day date,
    size_class integer,
    app_version integer,
    is_over_24h boolean,
    is_corrected boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    (effective_at AT TIME ZONE zone)::date,
    stats.span_class(latency),
    coalesce(named_version, 0),
    latency > 86400000000,
    effective_at <> occurred_at
$$;
