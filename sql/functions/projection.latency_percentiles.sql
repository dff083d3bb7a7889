-- Percentiles of the latency of the events of a range of days by app, in seconds, exactly as percentile_cont defines
-- them: at place (n − 1) · percent / 100 of the ordered latencies, between two of them on the straight line that joins
-- them. Only the classes of size in which these two lie are looked into, and there a latency is found by halving: each day's
-- are ordered, so that how many are at most a value takes a few looks at each day and not one at each event.
-- from_day, to_day: inclusive; known_by: the horizon; percents: whole numbers.
CREATE OR REPLACE FUNCTION projection.latency_percentiles(
    from_day date, to_day date, known_by timestamptz, percents integer[]
)
RETURNS TABLE (
    app integer,
    percent integer,
    seconds numeric
)
-- What is looked into again and again is held in memory; beyond this it would be read from disk at each look.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET work_mem = '512MB'
AS $$
WITH RECURSIVE class AS (
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

-- Places count from 0: those on both sides of each percentile. The last latency has no next one and needs none.
-- place: within the class.
wanted AS (
    SELECT
        percent.percent,
        class.app,
        class.size_class,
        beside.place - class.first_place AS place,
        (class.all_events - 1) * percent.percent % 100 AS hundredths
    FROM class
    CROSS JOIN unnest(percents) AS percent (percent)
    CROSS JOIN LATERAL (
        SELECT div((class.all_events - 1) * percent.percent, 100) + step.n AS place
        FROM (VALUES (0), (1)) AS step (n)
    ) AS beside
    WHERE beside.place >= class.first_place AND beside.place < class.first_place + class.events
),

-- Concatenated with nothing, they are unpacked here once and not at each look.
latency AS MATERIALIZED (
    SELECT cell.app, cell.size_class, cell.microseconds || ARRAY[]::bigint[] AS microseconds
    FROM projection.latencies(from_day, to_day, known_by) AS cell
    WHERE (cell.app, cell.size_class) IN (SELECT wanted.app, wanted.size_class FROM wanted)
),

class_span AS (
    SELECT
        latency.app,
        latency.size_class,
        min(latency.microseconds[1]) AS low,
        max(latency.microseconds[cardinality(latency.microseconds)]) AS high
    FROM latency
    GROUP BY latency.app, latency.size_class
),

-- The latency at a place lies from low to high. width_bucket counts those that are at most the one in the middle.
halving AS (
    SELECT DISTINCT wanted.app, wanted.size_class, wanted.place, class_span.low, class_span.high
    FROM wanted
    INNER JOIN class_span ON class_span.app = wanted.app AND class_span.size_class = wanted.size_class
    UNION ALL
    SELECT
        halving.app,
        halving.size_class,
        halving.place,
        CASE WHEN half.is_lower THEN halving.low ELSE half.middle + 1 END,
        CASE WHEN half.is_lower THEN half.middle ELSE halving.high END
    FROM halving
    CROSS JOIN LATERAL (
        SELECT middle.middle, at_most.events > halving.place AS is_lower
        FROM (SELECT halving.low + (halving.high - halving.low) / 2 AS middle) AS middle
        CROSS JOIN LATERAL (
            SELECT sum(width_bucket(middle.middle, latency.microseconds)) AS events
            FROM latency
            WHERE latency.app = halving.app AND latency.size_class = halving.size_class
        ) AS at_most
    ) AS half
    WHERE halving.low < halving.high
)

SELECT
    wanted.app,
    wanted.percent,
    (min(halving.low) * 100 + (max(halving.low) - min(halving.low)) * wanted.hundredths) / 100000000
FROM wanted
INNER JOIN halving
    ON halving.app = wanted.app
    AND halving.size_class = wanted.size_class
    AND halving.place = wanted.place
    AND halving.low = halving.high
GROUP BY wanted.app, wanted.percent, wanted.hundredths
$$;
COMMENT ON FUNCTION projection.latency_percentiles(date, date, timestamptz, integer[]) IS
    'Percentiles of received_at − effective_at in seconds, by app.';
