-- Returns by app the classes of the median (half) and 95th percentile (most) of latency, for the events of a range of
-- days. Percentile q of n events is the class of the event with rank ⌈q·n⌉, from 1. Metrics: Percentiles, Data quality.
CREATE OR REPLACE FUNCTION projection.latency_classes(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, half integer, most integer)
-- The planner expects a short range, and would look up each of very many cells.
LANGUAGE sql STABLE SET enable_indexscan = off
AS $$
SELECT
    latency_class.app,
    min(latency_class.size_class) FILTER (WHERE latency_class.place * 100 >= latency_class.events * 50),
    min(latency_class.size_class) FILTER (WHERE latency_class.place * 100 >= latency_class.events * 95)
FROM (
    SELECT
        latency.app,
        latency.value AS size_class,
        -- Adds double precision, which is exact below 2^53: sums of bigint are numeric, which is slow.
        sum(sum(latency.events::double precision)) OVER (PARTITION BY latency.app ORDER BY latency.value) AS place,
        sum(sum(latency.events::double precision)) OVER (PARTITION BY latency.app) AS events
    FROM projection.quality_totals(from_day, to_day, as_of, 'size_class') AS latency
    GROUP BY latency.app, latency.value
) AS latency_class
GROUP BY latency_class.app
$$;
