-- What an event counts as in data quality: its day, and its value in each dimension of quality_cell, which are the class of its
-- latency, and the app version that it names, 0 for none. A new dimension is a column here, a grouping set of
-- projection.count_events and a case of projection.past_quality.
-- latency: metric.latency, computed in a subquery, so that it is computed once an event and this function is inlined;
-- named_version: null for none; zone: the time zone of the days.
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
