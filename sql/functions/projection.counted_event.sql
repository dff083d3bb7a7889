-- What an event counts as in data quality: its day, its app version, 0 for none, and the class of its latency.
-- named_version: null if it named none; zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.counted_event(
    effective_at timestamptz, occurred_at timestamptz, received_at timestamptz, named_version integer, zone text
)
RETURNS TABLE (
    day date,
    app_version integer,
    size_class integer,
    is_over_24h boolean,
    is_corrected boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    (effective_at AT TIME ZONE zone)::date,
    coalesce(named_version, 0),
    stats.span_class(metric.latency(received_at, effective_at)),
    metric.latency(received_at, effective_at) > 86400000000,
    effective_at <> occurred_at
$$;
