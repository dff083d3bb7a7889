-- The rows of latency_cell as they were at a past horizon, for projection.past. Metrics: Data quality. Reads the log.
CREATE OR REPLACE FUNCTION projection.past_latencies(known_by timestamptz) RETURNS SETOF projection.latencies
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    event.app,
    event.day,
    event.size_class,
    count(*),
    count(*) FILTER (WHERE event.is_over_24h),
    count(*) FILTER (WHERE event.is_corrected)
FROM projection.known_events(known_by, projection.held('quality')) AS event
GROUP BY event.app, event.day, event.size_class
$$;
