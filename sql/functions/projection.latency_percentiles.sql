-- Percentiles of the latency of the events of a range of days by app, in seconds, exactly as percentile_cont defines
-- them: at place (n − 1) · percent / 100 of the ordered latencies, between two of them on the straight line that joins
-- them. Only the classes of size in which these two lie are looked into.
-- from_day, to_day: inclusive; known_by: the horizon; percents: whole numbers.
CREATE OR REPLACE FUNCTION projection.latency_percentiles(
    from_day date, to_day date, known_by timestamptz, percents integer[]
)
RETURNS TABLE (
    app integer,
    percent integer,
    seconds numeric
)
LANGUAGE sql STABLE
AS $$
WITH class AS (
    SELECT
        counted.app,
        counted.size_class,
        counted.events,
        sum(counted.events) OVER (PARTITION BY counted.app ORDER BY counted.size_class) - counted.events AS first_place,
        sum(counted.events) OVER (PARTITION BY counted.app) AS all_events
    FROM (
        SELECT known.app, known.size_class, sum(known.events) AS events
        FROM projection.latencies(from_day, to_day, known_by) AS known
        GROUP BY known.app, known.size_class
    ) AS counted
),

-- Places count from 0. The latency at a place and the next one lie in one class, or in two.
wanted AS (
    SELECT
        percent.percent,
        class.app,
        (class.all_events - 1) * percent.percent % 100 AS hundredths,
        lower.place - min(class.first_place) AS skipped,
        array_agg(class.size_class) AS classes
    FROM class
    CROSS JOIN unnest(percents) AS percent (percent)
    CROSS JOIN LATERAL (SELECT div((class.all_events - 1) * percent.percent, 100) AS place) AS lower
    WHERE lower.place + 1 >= class.first_place AND lower.place < class.first_place + class.events
    GROUP BY percent.percent, class.app, class.all_events, lower.place
),

ranked AS (
    SELECT
        wanted.app,
        wanted.percent,
        wanted.hundredths,
        wanted.skipped,
        latency.microseconds,
        row_number() OVER (PARTITION BY wanted.app, wanted.percent ORDER BY latency.microseconds) AS number
    FROM wanted
    INNER JOIN projection.latencies(from_day, to_day, known_by) AS cell
        ON cell.app = wanted.app AND cell.size_class = ANY (wanted.classes)
    CROSS JOIN LATERAL unnest(cell.microseconds) AS latency (microseconds)
)

-- The last latency has no next one and needs none.
SELECT
    ranked.app,
    ranked.percent,
    (
        min(ranked.microseconds) * 100
        + (max(ranked.microseconds) - min(ranked.microseconds)) * ranked.hundredths
    ) / 100000000
FROM ranked
WHERE ranked.number IN (ranked.skipped + 1, ranked.skipped + 2)
GROUP BY ranked.app, ranked.percent, ranked.hundredths
$$;
COMMENT ON FUNCTION projection.latency_percentiles(date, date, timestamptz, integer[]) IS
    'Percentiles of received_at − effective_at in seconds, by app.';
