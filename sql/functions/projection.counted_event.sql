-- What an event counts as in data quality, a row for each dimension: the class of its latency, and the app version that it names,
-- 0 for none. named_version: null for none; zone: the time zone of the days.
CREATE OR REPLACE FUNCTION projection.counted_event(
    effective_at timestamptz, occurred_at timestamptz, received_at timestamptz, named_version integer, zone text
)
RETURNS TABLE (
    day date,
    dimension text,
    value integer,
    is_over_24h boolean,
    is_corrected boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    (effective_at AT TIME ZONE zone)::date,
    kind,
    CASE kind
        WHEN 'size_class' THEN stats.span_class(metric.latency(received_at, effective_at))
        ELSE coalesce(named_version, 0)
    END,
    metric.latency(received_at, effective_at) > 86400000000,
    effective_at <> occurred_at
FROM unnest('{size_class,app_version}'::text[]) AS kind
$$;
