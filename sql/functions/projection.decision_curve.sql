-- How many of the people prompted decided within so many seconds, by app. Metrics: Opt-in funnel.
-- seconds: 1, 2, 5, 10, 30, 60, 300, 3600, 86400 and the conversion window; those longer than it are left out.
-- from_day, to_day: inclusive; known_by: the horizon.
CREATE OR REPLACE FUNCTION projection.decision_curve(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app_id text,
    seconds integer,
    prompted bigint,
    decided bigint,
    granted bigint
)
LANGUAGE sql STABLE
AS $$
WITH threshold AS (
    SELECT given.seconds
    FROM projection.settings
    CROSS JOIN unnest(ARRAY[1, 2, 5, 10, 30, 60, 300, 3600, 86400]) AS given (seconds)
    WHERE given.seconds < settings.conversion_window_seconds
    UNION
    SELECT settings.conversion_window_seconds
    FROM projection.settings
),

thresholds AS (
    SELECT array_agg(threshold.seconds::double precision ORDER BY threshold.seconds) AS seconds
    FROM threshold
),

-- The first threshold that a decision is within, which is the first above its time; null without a decision.
bucketed AS (
    SELECT
        opt_in.app,
        opt_in.is_granted,
        thresholds.seconds[width_bucket(opt_in.seconds_to_decision, thresholds.seconds) + 1] AS seconds
    FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
    CROSS JOIN thresholds
),

counted AS (
    SELECT
        bucketed.app,
        bucketed.seconds,
        count(*) AS installations,
        count(*) FILTER (WHERE bucketed.is_granted) AS granted
    FROM bucketed
    GROUP BY bucketed.app, bucketed.seconds
)

SELECT
    app.app_id,
    threshold.seconds,
    asked.prompted,
    coalesce(sum(counted.installations), 0)::bigint,
    coalesce(sum(counted.granted), 0)::bigint
FROM (
    SELECT counted.app, sum(counted.installations)::bigint AS prompted
    FROM counted
    GROUP BY counted.app
) AS asked
INNER JOIN log.app ON app.app = asked.app
CROSS JOIN threshold
LEFT JOIN counted ON counted.app = asked.app AND counted.seconds <= threshold.seconds
GROUP BY app.app_id, threshold.seconds, asked.prompted
$$;
