-- The rows of latency_cell as they were at a past horizon, for projection.past. Metrics: Data quality.
-- known_by: the horizon. Reads the log.
CREATE OR REPLACE FUNCTION projection.past_latencies(known_by timestamptz) RETURNS SETOF projection.latencies
LANGUAGE sql STABLE
AS $$
SELECT
    measured.app,
    measured.day,
    projection.span_class(measured.latency),
    count(*),
    count(*) FILTER (WHERE measured.latency > 86400000000),
    count(*) FILTER (WHERE measured.is_corrected)
FROM (
    SELECT
        event.app,
        event.day,
        projection.latency(event.received_at, event.effective_at) AS latency,
        event.effective_at <> event.occurred_at AS is_corrected
    FROM projection.known_events(known_by, projection.held('quality')) AS event
) AS measured
GROUP BY measured.app, measured.day, projection.span_class(measured.latency)
$$;
