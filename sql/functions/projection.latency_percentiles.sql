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
WITH cell AS MATERIALIZED (
    SELECT known.* FROM projection.latencies(from_day, to_day, known_by) AS known
),

class AS (
    SELECT
        counted.app,
        counted.size_class,
        counted.events,
        sum(counted.events) OVER (PARTITION BY counted.app ORDER BY counted.size_class) - counted.events AS first_place,
        sum(counted.events) OVER (PARTITION BY counted.app) AS all_events
    FROM (
        SELECT cell.app, cell.size_class, sum(cell.events) AS events
        FROM cell
        GROUP BY cell.app, cell.size_class
    ) AS counted
),

-- Places count from 0; the last latency has no next one and needs none.
wanted AS (
    SELECT
        total.app,
        percent.percent,
        side.is_upper,
        div((total.all_events - 1) * percent.percent, 100) + side.is_upper AS place,
        (total.all_events - 1) * percent.percent % 100 AS hundredths
    FROM (SELECT DISTINCT class.app, class.all_events FROM class) AS total
    CROSS JOIN unnest(percents) AS percent (percent)
    CROSS JOIN (VALUES (0), (1)) AS side (is_upper)
),

found AS (
    SELECT wanted.app, wanted.percent, wanted.is_upper, wanted.hundredths, latency.microseconds
    FROM wanted
    INNER JOIN class
        ON class.app = wanted.app
        AND wanted.place >= class.first_place
        AND wanted.place < class.first_place + class.events
    CROSS JOIN LATERAL (
        SELECT each.microseconds
        FROM cell
        CROSS JOIN LATERAL unnest(cell.microseconds) AS each (microseconds)
        WHERE cell.app = class.app AND cell.size_class = class.size_class
        ORDER BY each.microseconds
        OFFSET wanted.place - class.first_place
        LIMIT 1
    ) AS latency
)

SELECT
    lower.app,
    lower.percent,
    (
        lower.microseconds * 100 + (coalesce(upper.microseconds, lower.microseconds) - lower.microseconds)
            * lower.hundredths
    ) / 100000000
FROM found AS lower
LEFT JOIN found AS upper
    ON upper.app = lower.app AND upper.percent = lower.percent AND upper.is_upper = 1
WHERE lower.is_upper = 0
$$;
COMMENT ON FUNCTION projection.latency_percentiles(date, date, timestamptz, integer[]) IS
    'Percentiles of received_at − effective_at in seconds, by app.';
