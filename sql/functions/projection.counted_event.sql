-- What an event counts as in data quality: its day, and by each dimension of the cells the class of its latency, and the app version
-- that it names, 0 for none. named_version: null for none; zone: the time zone of the days.
-- Apart by its OFFSET the latency is worked out once an event.
CREATE OR REPLACE FUNCTION projection.counted_event(
    effective_at timestamptz, occurred_at timestamptz, received_at timestamptz, named_version integer, zone text
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
    stats.span_class(latency.microseconds),
    coalesce(named_version, 0),
    latency.microseconds > 86400000000,
    effective_at <> occurred_at
FROM (SELECT metric.latency(received_at, effective_at) AS microseconds OFFSET 0) AS latency
$$;
