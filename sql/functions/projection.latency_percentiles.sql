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
        class.size_class,
        lower.place,
        (class.all_events - 1) * percent.percent % 100 AS hundredths
    FROM class
    CROSS JOIN unnest(percents) AS percent (percent)
    CROSS JOIN LATERAL (SELECT div((class.all_events - 1) * percent.percent, 100) AS place) AS lower
    WHERE lower.place + 1 >= class.first_place AND lower.place < class.first_place + class.events
),

-- Counted before they are ordered: of a backend's events thousands may have the same latency.
latency AS (
    SELECT cell.app, cell.size_class, one.microseconds, count(*) AS events
    FROM projection.latencies(from_day, to_day, known_by) AS cell
    CROSS JOIN LATERAL unnest(cell.microseconds) AS one (microseconds)
    WHERE (cell.app, cell.size_class) IN (SELECT wanted.app, wanted.size_class FROM wanted)
    GROUP BY cell.app, cell.size_class, one.microseconds
),

placed AS (
    SELECT
        latency.app,
        latency.size_class,
        latency.microseconds,
        latency.events,
        class.first_place - latency.events + sum(latency.events) OVER (
            PARTITION BY latency.app, latency.size_class ORDER BY latency.microseconds
        ) AS first_place
    FROM latency
    INNER JOIN class ON class.app = latency.app AND class.size_class = latency.size_class
)

-- The last latency has no next one and needs none.
SELECT
    wanted.app,
    wanted.percent,
    (
        min(placed.microseconds) * 100
        + (max(placed.microseconds) - min(placed.microseconds)) * wanted.hundredths
    ) / 100000000
FROM wanted
INNER JOIN placed
    ON placed.app = wanted.app
    AND placed.size_class = wanted.size_class
    AND placed.first_place <= wanted.place + 1
    AND placed.first_place + placed.events > wanted.place
GROUP BY wanted.app, wanted.percent, wanted.hundredths
$$;
COMMENT ON FUNCTION projection.latency_percentiles(date, date, timestamptz, integer[]) IS
    'Percentiles of received_at − effective_at in seconds, by app.';
