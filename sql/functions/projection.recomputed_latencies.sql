-- Latencies of the events of a range of days by app and class of their size, computed straight from the log: for a horizon
-- that the state has passed. Metrics: Data quality. For the parameters see events_of_days.
CREATE OR REPLACE FUNCTION projection.recomputed_latencies(
    from_day date, to_day date, known_by timestamptz, up_to bigint
)
RETURNS TABLE (
    app integer,
    size_class integer,
    events bigint,
    over_24h bigint,
    clocks_corrected bigint
)
-- With a setting of its own it is planned where it runs, and not with every report that doesn't need it.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    measured.app,
    projection.span_class(measured.latency),
    count(*),
    count(*) FILTER (WHERE measured.latency > 86400000000),
    count(*) FILTER (WHERE measured.is_corrected)
FROM (
    SELECT
        event.app,
        projection.latency(event.received_at, event.effective_at) AS latency,
        event.effective_at <> event.occurred_at AS is_corrected
    FROM projection.events_of_days(from_day, to_day, known_by, up_to) AS event
) AS measured
GROUP BY measured.app, projection.span_class(measured.latency)
$$;
COMMENT ON FUNCTION projection.recomputed_latencies(date, date, timestamptz, bigint) IS
    'Latencies of the events of a range of days, by app and class of size, from the log alone.';
